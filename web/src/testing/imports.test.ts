import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

/**
 * Which parts each part may import, by name. A part is a feature's folder, a folder of `kit`, `api`, or a file directly
 * in `src`. A name that ends with a slash is every folder in it. Tests may import anything.
 */
const table: Record<string, string> = {
  api: "filters",
  cacheable: "",
  filters: "",
  history: "",
  site: "api",
  state: "api",
  visit: "filters",
  route: "kit slots visit",
  slots: "api",
  kit: "api cacheable history site visit",
  "kit/tools": "kit api cacheable site slots",
  "kit/admin": "kit kit/tools api history",
  "public/": "kit kit/tools api cacheable filters history parts route site slots visit",
  "admin/": "admin/product-dialog admin-features kit kit/tools kit/admin api history", // a product's form, as part of the catalog

  // What joins the features.
  admin: "admin/ admin-features kit kit/admin api",
  "admin-features": "admin/ kit/admin",
  app: "public/frame kit api navigation routes scroll-memory site slots visit",
  "entry-admin": "admin kit/admin kit/tools api state",
  "entry-client": "api app plain-page routes site state styles",
  "entry-server": "public/ app kit/tools markup-cache routes site state",
  "markup-cache": "cacheable",
  features: "public/ route",
  parts: "public/ slots",
  navigation: "routes history kit visit",
  "plain-page": "api routes",
  "preact-client": "",
  routes: "features kit api filters route slots visit",
  "scroll-memory": "filters history visit",
};

/** Features that import another one, and why. Everything else that several need is in kit. */
const exceptions: { from: string; to: string; why: string }[] = [
  { from: "public/account", to: "public/saved", why: "the saved tools follow the account" },
  { from: "public/collections", to: "public/directory", why: "its tiles are those of the categories" },
  { from: "admin/collections", to: "public/collections", why: "the preview shows the page" },
  { from: "admin/products", to: "admin/visits", why: "the list shows each product's clicks" },
];

const allowedTo = (part: string) =>
  (table[part] ?? table[part.replace(/[^/]*$/, "")])
    ?.split(" ")
    .filter(Boolean)
    .concat(exceptions.filter(({ from }) => from === part).map(({ to }) => to));

const src = resolve(import.meta.dirname, "..");

interface Source {
  file: string;
  part: string;
  text: string;
}

const sources: Source[] = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/(^|\/)testing/.test(file))
  .map((file) => ({ file, part: partOf(file), text: readFileSync(join(src, file), "utf8") }));

function partOf(file: string): string {
  const [first = "", ...rest] = file.split("/");
  if (rest.length === 0) return first.replace(/\.[a-z]+$/, "");
  return rest.length > 1 && first !== "api" ? `${first}/${rest[0]}` : first;
}

/** Returns the specifiers of a file's imports, including type imports and dynamic imports. */
function importsOf(text: string): string[] {
  const statements =
    /^\s*(?:import|export)\s(?:[^"';]*?\sfrom\s)?\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm;
  return [...text.matchAll(statements)].map(([, named, lazy]) => named ?? lazy ?? "");
}

/** Returns the other parts that a file imports. */
function partsImportedBy({ file, part, text }: Source): string[] {
  const ours = importsOf(text).filter((path) => path.startsWith("."));
  const imported = ours.map((path) => partOf(relative(src, resolve(src, dirname(file), path))));
  return imported.filter((other) => other !== part);
}

/** Returns the files that match a pattern, except those where it is allowed. */
const filesWith = (pattern: RegExp, allowed: string[]) =>
  sources
    .filter(({ file, text }) => pattern.test(withoutComments(text)) && !allowed.includes(file))
    .map(({ file }) => file);

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*$/gm, "");

describe("the import scanner", () => {
  it("finds each kind of import", () => {
    const text = `import "./a.css";
import { b } from "./b";
import type { c } from '../c';
import {
  d,
} from "./d";
export { e } from "./e";
const f = lazy(() => import("./f"));
const text = "import me from nowhere";`;
    expect(importsOf(text)).toEqual(["./a.css", "./b", "../c", "./d", "./e", "./f"]);
  });

  it("finds the source files", () => {
    expect(sources.map(({ file }) => file)).toContain("routes.ts");
    const source = { file: "kit/x.tsx", part: "kit", text: 'import { y } from "../api/y";' };
    expect(partsImportedBy(source)).toEqual(["api"]);
  });
});

describe("the front end", () => {
  it.each(sources.map((source) => [source.file, source] as const))("%s imports only allowed parts", (_file, source) => {
    const allowed = allowedTo(source.part);
    expect(allowed, `${source.part} is not in the table: say what it may import`).toBeDefined();
    const isAllowed = (part: string) => allowed?.includes(part) || allowed?.includes(part.replace(/[^/]*$/, ""));
    expect(partsImportedBy(source).filter((part) => !isAllowed(part))).toEqual([]);
  });

  it("has nothing in the tables that no longer exists", () => {
    const parts = new Set(sources.flatMap(({ part }) => [part, part.replace(/[^/]*$/, "")]));
    expect(Object.keys(table).filter((part) => !parts.has(part))).toEqual([]);
    const isUsed = ({ from, to }: { from: string; to: string }) =>
      !(parts.has(from) && parts.has(to)) || // one of them was taken out
      sources.some((source) => source.part === from && partsImportedBy(source).includes(to));
    expect(exceptions.filter((exception) => !isUsed(exception))).toEqual([]);
  });

  it("makes requests in one place only, and uploads with progress in one other", () => {
    expect(filesWith(/\bfetch\(|\bEventSource\b|\bWebSocket\b|\bsendBeacon\b/, ["api/client.ts"])).toEqual([]);
    expect(filesWith(/\bXMLHttpRequest\b/, ["api/upload.ts"])).toEqual([]);
  });

  it("has no component that calls the client directly: they use the queries of their resource", () => {
    const components = /^(kit|public|admin)\b/;
    const client = /import\s*{[^}]*\b(client|newClient|newQueryClient|answered|change|readAddress)\b/;
    const isOfCalls = (file: string) => file.endsWith("/api.ts"); // the calls of a feature that can be taken out
    const callers = sources.filter(
      ({ file, part, text }) => components.test(part) && !isOfCalls(file) && client.test(text),
    );
    expect(callers.map(({ file }) => file)).toEqual([]);
  });

  it("inserts HTML only in legal pages, the paths of marks and, on the server, React's own markup from the cache, and evaluates no code", () => {
    const allowed = ["kit/legal-text.tsx", "kit/tools/product-logo.tsx", "cacheable.ts", "markup-cache.ts"];
    expect(filesWith(/dangerouslySetInnerHTML/, allowed)).toEqual([]);
    const others = /\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\b/;
    expect(filesWith(others, [])).toEqual([]);
  });

  it("has each module that is imported for its effect alone in the package's sideEffects, or the build drops it", () => {
    const kept: string[] = JSON.parse(readFileSync(join(src, "../package.json"), "utf8")).sideEffects;
    const effects = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/^\s*import\s*"(\.[^"]+)"|\bvoid import\("(\.[^"]+)"\)/gm)]
        .map(([, first, lazy]) => relative(src, resolve(src, dirname(file), first ?? lazy ?? "")))
        .filter((path) => !path.endsWith(".css")),
    );
    expect(effects).toContain("kit/tools/mark-pieces");
    expect(effects.filter((path) => !kept.some((name) => name.replace(/\.tsx?$/, "") === `src/${path}`))).toEqual([]);
  });

  it("opens new tabs only without opener and referrer", () => {
    expect(filesWith(/target="_blank"(?!\s+rel="noopener noreferrer[ "])/, [])).toEqual([]);
  });

  it("gives public pages no widths that another font would change, which moves what is below", () => {
    const inCharacters = sources.filter(
      ({ file, text }) => file.startsWith("public/") && /max-w-(prose|\[\d+ch\])/.test(text),
    );
    expect(inCharacters.map(({ file }) => file)).toEqual([]);
  });

  it("links guides that there are", () => {
    const pages = sources.flatMap(({ text }) =>
      [...text.matchAll(/<GuideLink page="([^"]*)"/g)].map(([, page]) => page),
    );
    expect(pages.length).toBeGreaterThan(0);
    const docs = readdirSync(resolve(src, "../../docs"));
    expect(pages.filter((page) => !docs.includes(`${page}.md`))).toEqual([]);
    expect(filesWith(/github\.com\/vitrine-directory/, ["kit/admin/screen.tsx"])).toEqual([]);
  });

  it("has no folder with a meaningless name", () => {
    const meaningless = /^(lib|utils?|helpers?|common|misc|shared|services)$/;
    expect(sources.filter(({ file }) => file.split("/").some((name) => meaningless.test(name)))).toEqual([]);
  });
});
