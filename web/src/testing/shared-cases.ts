import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FilterWords } from "../filters";

const read = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, "../../../internal", path), "utf8"));

/** The server's public pages, the titles of the administrator's screens by their paths, and allowed query values. `make generate` writes the file. */
export const served: {
  pages: { path: string; example: string; title: string }[];
  screens: Record<string, string>;
  pricings: string[];
  sections: string[];
  sorts: string[];
  maxSearch: number;
} = read("app/testdata/pages.json");

/**
 * How the queries of pages are parsed, and formatted again without their category. The server's test has the same
 * cases.
 */
export const pageQueries: { query: string; words: FilterWords; besides: string }[] = read(
  "browse/testdata/page_queries.json",
);

/** How the title describes tools of these categories. The server's test has the same cases. */
export const productKinds: { categories: string[]; kind: string }[] = read("pages/testdata/product_kinds.json");

/** What language texts are in, and their direction. The server's test has the same cases. */
export const languages: { text: string; lang: string; dir: string }[] = read("pages/testdata/languages.json");

/** The marks of tools without a logo, by their names. The server's test has the same cases. */
export const marks: {
  name: string;
  hash: string;
  motif: number;
  pair: number;
  light: boolean;
  ground: string;
  figure: string;
  pieces: [kind: string, ...numbers: number[]][];
}[] = read("mark/testdata/marks.json");
