import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  categoryPath,
  type Filters,
  filterWords,
  homeAddress,
  maxSearch,
  noFilters,
  normalized,
  parseFilters,
  pricings,
  queryBesideCategory,
  sections,
  sorts,
} from "./filters";
import { routeOf } from "./routes";
import { pageQueries, served } from "./testing/shared-cases";
import { filtersOf } from "./visit";

const anyFilters: fc.Arbitrary<Filters> = fc
  .record({
    category: fc.oneof(fc.constantFrom("all", "writing", "éditeur"), fc.string({ minLength: 1, unit: "binary" })),
    tag: fc.oneof(fc.constantFrom("", "open-source"), fc.string({ unit: "binary" })),
    search: fc.string({ unit: "binary", maxLength: 250 }),
    pricing: fc.constantFrom(...pricings, "all" as const),
    sort: fc.constantFrom(...sorts, null),
    featured: fc.boolean(),
    deal: fc.boolean(),
    section: fc.constantFrom(...sections, null),
    cursor: fc.string({ unit: "binary" }),
    page: fc.nat(9),
  })
  .map(normalized);

/** Parses the filters of a home page URL. */
const filtersAt = (address: string) => {
  const [path = "", search = ""] = address.split("?");
  return filtersOf(routeOf(path, search).visit);
};

describe("the filters in the URL", () => {
  it.each(pageQueries)("are $words for $query", ({ query, words, besides }) => {
    const filters = parseFilters(query);
    expect(filterWords(filters)).toEqual(words);
    expect(homeAddress({ ...filters, category: "all", tag: "" }, { cursor: filters.cursor })).toBe(`/${besides}`);
  });

  it("have the same values as on the server", () => {
    expect({ pricings, sections, sorts, maxSearch }).toEqual({
      pricings: served.pricings,
      sections: served.sections,
      sorts: served.sorts,
      maxSearch: served.maxSearch,
    });
  });

  it("are parsed back as they were formatted", () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        expect(filtersAt(homeAddress(filters, { cursor: filters.cursor }))).toEqual(filters);
      }),
    );
  });

  it("are parsed from any text without an error", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const filters = parseFilters(`?${text}`);
        expect(normalized(filters)).toEqual(filters);
      }),
    );
  });

  it("add nothing to the URL by default", () => {
    expect(homeAddress(noFilters)).toBe("/");
    expect(filterWords(noFilters)).toEqual({});
  });

  it("have the same names in the URL as in the API", () => {
    const filters: Filters = { ...noFilters, category: "writing", pricing: "Free", sort: "popular", search: "a b&c" };
    expect(homeAddress(filters)).toBe("/category/writing?search=a%20b%26c&pricing=Free&sort=popular");
    expect(homeAddress({ ...noFilters, category: "Text & Talk" })).toBe("/?category=Text%20%26%20Talk");
  });

  it("return to the first page when they change", () => {
    const page = parseFilters("?section=Our%20Products&cursor=abc");
    expect(homeAddress(page, { pricing: "Free" })).toBe("/?pricing=Free&section=Our%20Products");
  });

  it("include the editor's order only with a search, which is otherwise sorted by relevance", () => {
    expect(homeAddress({ ...noFilters, sort: "new" })).toBe("/");
    expect(homeAddress({ ...noFilters, sort: "new", search: "x" })).toBe("/?search=x&sort=new");
  });

  it("give the links of all categories the same URLs as one by one", () => {
    fc.assert(
      fc.property(anyFilters, fc.stringMatching(/^[a-zé0-9-]+$/), (filters, category) => {
        expect(categoryPath(category) + queryBesideCategory(filters)).toBe(
          homeAddress(filters, { category, tag: "", section: null }),
        );
      }),
    );
  });
});
