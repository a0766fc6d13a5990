import fc from "fast-check";
import { expect, it } from "vitest";
import { bulkFilter, formatFilters, isFiltered, listQuery, noFilters, parseFilters } from "./list-filters";

it.each([
  [noFilters, false],
  [{ ...noFilters, search: "  " }, false],
  [{ ...noFilters, sort: "name" }, false],
  [{ ...noFilters, search: "a" }, true],
  [{ ...noFilters, missingLogo: true }, true],
  [{ ...noFilters, needs: "ends" }, true],
])("the list knows whether it is filtered: %j", (filters, want) => {
  expect(isFiltered(filters)).toBe(want);
});

it("filters are unchanged after formatting and parsing", () => {
  const text = fc.string({ unit: "grapheme" }).map((search) => search.trim());
  const filters = fc.record({
    search: text,
    section: text,
    type: text,
    status: text,
    category: text,
    featured: fc.boolean(),
    deal: fc.boolean(),
    missingLogo: fc.boolean(),
    needs: text,
    sort: text,
  });
  fc.assert(
    fc.property(filters, (given) => {
      expect(parseFilters(formatFilters(given))).toEqual(given);
    }),
  );
  expect(formatFilters(noFilters)).toBe("");
});

it("asks the server for what is set, and names a list without its sort", () => {
  const filters = { ...noFilters, search: " a  b ", missingLogo: true, needs: "price", sort: "name" };
  expect(listQuery(filters)).toEqual({ search: "a b", missingLogo: true, needs: "price", sort: "name" });
  expect(bulkFilter(filters)).toEqual({ search: "a b", missingLogo: true, needs: "price" });
  expect(listQuery(noFilters)).toEqual({});
});
