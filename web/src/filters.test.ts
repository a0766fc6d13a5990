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
    search: fc.string({ unit: "binary", maxLength: 250 }),
    pricing: fc.constantFrom(...pricings, "all" as const),
    sort: fc.constantFrom(...sorts, null),
    featured: fc.boolean(),
    deal: fc.boolean(),
    section: fc.constantFrom(...sections, null),
    cursor: fc.string({ unit: "binary" }),
  })
  .map(normalized);

/** The filters that home has at an address. */
const filtersAt = (address: string) => {
  const [path = "", search = ""] = address.split("?");
  return filtersOf(routeOf(path, search).visit);
};

describe("the filters in the address", () => {
  it.each(pageQueries)("of $query are $words", ({ query, words, besides }) => {
    const filters = parseFilters(query);
    expect(filterWords(filters)).toEqual(words);
    expect(homeAddress({ ...filters, category: "all" }, { cursor: filters.cursor })).toBe(`/${besides}`);
  });

  it("have the values that the server has", () => {
    expect({ pricings, sections, sorts, maxSearch }).toEqual({
      pricings: served.pricings,
      sections: served.sections,
      sorts: served.sorts,
      maxSearch: served.maxSearch,
    });
  });

  it("are read back as they were written", () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        expect(filtersAt(homeAddress(filters, { cursor: filters.cursor }))).toEqual(filters);
      }),
    );
  });

  it("are read from any text without an error", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const filters = parseFilters(`?${text}`);
        expect(normalized(filters)).toEqual(filters);
      }),
    );
  });

  it("leave the address bare by default", () => {
    expect(homeAddress(noFilters)).toBe("/");
    expect(filterWords(noFilters)).toEqual({});
  });

  it("stand in the address by the words of the API", () => {
    const filters: Filters = { ...noFilters, category: "writing", pricing: "Free", sort: "popular", search: "a b&c" };
    expect(homeAddress(filters)).toBe("/category/writing?search=a%20b%26c&pricing=Free&sort=popular");
    expect(homeAddress({ ...noFilters, category: "Text & Talk" })).toBe("/?category=Text%20%26%20Talk");
  });

  it("lead to the first page when they change", () => {
    const page = parseFilters("?section=Our%20Products&cursor=abc");
    expect(homeAddress(page, { pricing: "Free" })).toBe("/?pricing=Free&section=Our%20Products");
  });

  it("keep the editor's order as a choice only beside a search, which else goes by relevance", () => {
    expect(homeAddress({ ...noFilters, sort: "new" })).toBe("/");
    expect(homeAddress({ ...noFilters, sort: "new", search: "x" })).toBe("/?search=x&sort=new");
  });

  it("give a list of categories the same addresses as one by one", () => {
    fc.assert(
      fc.property(anyFilters, fc.stringMatching(/^[a-zé0-9-]+$/), (filters, category) => {
        expect(categoryPath(category) + queryBesideCategory(filters)).toBe(
          homeAddress(filters, { category, section: null }),
        );
      }),
    );
  });
});
