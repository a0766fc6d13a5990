import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

/**
 * Which modules each module may import, by name. A module is a folder of `src`, or a file directly in `src`. Tests may
 * import anything.
 */
const table: Record<string, string> = {
  cacheable: "",
  filters: "",
  "progressive-hydration": "",
  history: "progressive-hydration",
  visit: "filters",
  api: "filters",
  state: "api",
  site: "api",
  frame: "kit api cacheable filters history progressive-hydration site visit",
  kit: "api cacheable filters history progressive-hydration site visit",
  "lazy-screen": "kit visit",
  directory: "lazy-screen kit api cacheable filters history progressive-hydration site visit",
  alternatives: "directory kit api visit",
  collections: "directory kit api visit",
  generator: "kit history",
  saved: "kit api site",
  compare: "kit api site visit",
  newsletter: "kit api site visit",
  account: "kit newsletter api history site visit",
  submit: "kit newsletter api site visit",
  legal: "kit api visit",
  admin: "collections kit api history",
  routes:
    "alternatives collections directory generator saved compare submit account newsletter legal lazy-screen api filters titles visit",
  titles: "directory api site visit",
  navigation: "routes history progressive-hydration kit visit",
  "scroll-memory": "filters history visit",
  app: "account compare frame kit navigation newsletter progressive-hydration routes scroll-memory api site visit",
  "plain-page": "api routes",
  "preact-client": "",
  "entry-client": "api app plain-page progressive-hydration routes state styles",
  "entry-admin": "admin kit api state",
  "markup-cache": "cacheable",
  "entry-server":
    "alternatives collections account app frame kit directory markup-cache generator saved compare submit newsletter legal routes state",
  styles: "",
};
const modules = Object.fromEntries(
  Object.entries(table).map(([name, allowed]) => [name, allowed.split(" ").filter(Boolean)]),
);

/** Lazily loaded modules, which may not import each other. */
const worlds = ["directory", "generator", "saved", "compare", "submit", "account", "legal", "admin"];

const src = resolve(import.meta.dirname, "..");

interface Source {
  file: string;
  module: string;
  text: string;
}

const sources: Source[] = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith("testing"))
  .map((file) => ({ file, module: moduleOf(file), text: readFileSync(join(src, file), "utf8") }));

function moduleOf(file: string): string {
  return (
    file
      .replace(/^public\//, "")
      .split("/")[0]
      ?.replace(/\.[a-z]+$/, "") ?? ""
  );
}

/** Returns the specifiers of a file's imports, including type imports and dynamic imports. */
function importsOf(text: string): string[] {
  const statements =
    /^\s*(?:import|export)\s(?:[^"';]*?\sfrom\s)?\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm;
  return [...text.matchAll(statements)].map(([, named, lazy]) => named ?? lazy ?? "");
}

/** Returns the other modules that a file imports. */
function modulesImportedBy({ file, module, text }: Source): string[] {
  const ours = importsOf(text).filter((path) => path.startsWith("."));
  const imported = ours.map((path) => moduleOf(relative(src, resolve(src, dirname(file), path))));
  return imported.filter((other) => other !== module);
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
    expect(sources.map(({ file }) => file)).toContain("routes.tsx");
    const source = { file: "kit/x.tsx", module: "kit", text: 'import { y } from "../api/y";' };
    expect(modulesImportedBy(source)).toEqual(["api"]);
  });
});

describe("the front end", () => {
  it.each(sources.map((source) => [source.file, source] as const))(
    "%s imports only allowed modules",
    (_file, source) => {
      const allowed = modules[source.module];
      expect(allowed, `${source.module} is not in the table: say what it may import`).toBeDefined();
      expect(modulesImportedBy(source).filter((other) => !allowed?.includes(other))).toEqual([]);
    },
  );

  it("has no module in the table that no longer exists", () => {
    const known = new Set([...sources.map(({ module }) => module), "styles"]);
    expect(Object.keys(modules).filter((module) => !known.has(module))).toEqual([]);
  });

  it("keeps the public and the admin code separate", () => {
    for (const world of worlds) {
      const others = worlds.filter((other) => other !== world);
      expect((modules[world] ?? []).filter((module) => others.includes(module))).toEqual([]);
    }
  });

  it("makes requests in one place only, and uploads with progress in one other", () => {
    expect(filesWith(/\bfetch\(|\bEventSource\b|\bWebSocket\b|\bsendBeacon\b/, ["api/client.ts"])).toEqual([]);
    expect(filesWith(/\bXMLHttpRequest\b/, ["api/request-progress.ts"])).toEqual([]);
  });

  it("has no component that calls the client directly: they use the queries of their resource", () => {
    const components = /^(kit|frame|directory|saved|submit|account|newsletter|legal|admin)$/;
    const client = /import\s*{[^}]*\b(client|newClient|newQueryClient|answered|change|readAddress)\b/;
    const callers = sources.filter(({ module, text }) => components.test(module) && client.test(text));
    expect(callers.map(({ file }) => file)).toEqual([]);
  });

  it("inserts HTML only in legal pages and, on the server, React's own markup from the cache, and evaluates no code", () => {
    const allowed = ["kit/legal-text.tsx", "cacheable.ts", "markup-cache.ts"];
    expect(filesWith(/dangerouslySetInnerHTML/, allowed)).toEqual([]);
    const others = /\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\b/;
    expect(filesWith(others, [])).toEqual([]);
  });

  it("opens new tabs only without opener and referrer", () => {
    expect(filesWith(/target="_blank"(?!\s+rel="noopener noreferrer[ "])/, [])).toEqual([]);
  });

  it("has no folder with a meaningless name", () => {
    const meaningless = /^(lib|utils?|helpers?|common|misc|shared|services)$/;
    expect(sources.filter(({ module }) => meaningless.test(module))).toEqual([]);
  });
});
