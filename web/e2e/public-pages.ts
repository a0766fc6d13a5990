import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Directory } from "./directory";

interface ServedPage {
  path: string;
  title: string;
}

const table = fileURLToPath(new URL("../../internal/app/testdata/pages.json", import.meta.url));
const served: ServedPage[] = JSON.parse(readFileSync(table, "utf8")).pages;

interface Examples {
  category: string;
  tag: string;
  id: string;
  other: string;
}

/**
 * Returns the paths of the server's page table with these parameters, one for each page that looks different. The page
 * of a submission needs a key, that of an issue a number, that of a collection a slug: they have their own tests
 * (submit.spec.ts, newsletter.spec.ts, collections.spec.ts).
 */
const publicPaths = ({ category, tag, id, other }: Examples) =>
  served
    .filter(
      ({ path, title }, index) =>
        !/:(key|number|slug)/.test(path) && index === served.findLastIndex((p) => p.title === title),
    )
    .map(({ path }) =>
      path
        .replace(":category", category)
        .replace(":tag", tag)
        .replace(":id", id)
        .replace(":comparison", [id, other].sort().join("-vs-")),
    );

/** All public pages, of a category, of a tag, of a product with a video and of its comparison with one without, named by their path in the table. */
export const publicPages = publicPaths({ category: ":category", tag: ":tag", id: ":id", other: ":other" }).map(
  (name, index) => ({
    name,
    path: async (directory: Directory) => {
      const { categories, tags } = await directory.overview();
      const { slug } = await directory.productWith("with a video", ({ videoUrl }) => videoUrl !== "");
      const other = await directory.productWith("without a video", ({ videoUrl }) => videoUrl === "");
      const tag = tags[0]?.slug ?? "";
      return publicPaths({ category: categories[0]?.slug ?? "", tag, id: slug, other: other.slug })[index] ?? "";
    },
  }),
);

/** The folder in src of the screen at a path of the table; other pages are of the directory. */
export function folderOf(path: string): string {
  if (/^\/(sign-|verify|forgot)/.test(path)) return "account";
  if (/^\/.*-(policy|service|disclaimer|cookies)$/.test(path)) return "legal";
  const [, beginning = ""] = /^\/(?:veo3-)?([a-z]+)/.exec(path) ?? [];
  return own.includes(beginning) ? beginning : "directory";
}

const own = ["account", "alternatives", "collections", "compare", "generator", "newsletter", "saved", "submit"];
