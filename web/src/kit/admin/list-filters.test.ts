import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleAdminProduct, sampleAdminProducts } from "../../testing/samples";
import { listFilter } from "../../testing/shared-cases";
import { countedBy, endsSoon, filtered, formatFilters, isFiltered, noFilters, parseFilters } from "./list-filters";

describe("the list", () => {
  const tools = listFilter.products.map((product) => sampleAdminProduct(product.id, product));
  it.each(listFilter.cases)("$rule: $filter", ({ filter, found }) => {
    expect(filtered(tools, { ...noFilters, ...filter }).map(({ id }) => id)).toEqual(found);
  });

  it.each([
    [noFilters, false],
    [{ ...noFilters, search: "  " }, false],
    [{ ...noFilters, search: "a" }, true],
    [{ ...noFilters, missingLogo: true }, true],
    [{ ...noFilters, endsSoon: true }, true],
  ])("knows whether it is filtered: %j", (filters, want) => {
    expect(isFiltered(filters)).toBe(want);
  });
});

describe("what ends soon", () => {
  const now = Date.parse("2026-11-30T12:00:00Z");
  const [soon, later, over] = ["2026-12-07T11:59:59Z", "2026-12-07T12:00:00Z", "2026-11-30T12:00:00Z"];
  const nothing = { hasDeal: false, dealTo: "", isFeatured: false, featuredUntil: "" };
  it.each([
    [nothing, false],
    [{ ...nothing, hasDeal: true }, false],
    [{ ...nothing, hasDeal: true, dealTo: soon }, true],
    [{ ...nothing, hasDeal: false, dealTo: soon }, false],
    [{ ...nothing, isFeatured: true, featuredUntil: soon }, true],
    [{ ...nothing, isFeatured: true, featuredUntil: later }, false],
    [{ ...nothing, isFeatured: true, featuredUntil: over }, false],
  ])("is a deal or a feature with a week left at most: %j", (product, want) => {
    expect(endsSoon(product, now)).toBe(want);
  });
});

describe("the filters", () => {
  it("keep the order, and return the same list if none is set", () => {
    const many = sampleAdminProducts(50);
    expect(filtered(many, noFilters)).toBe(many);
    const some = filtered(many, { ...noFilters, search: "4" });
    expect(some.map(({ id }) => id)).toEqual(many.map(({ id }) => id).filter((id) => String(id).includes("4")));
  });

  it("are unchanged after formatting and parsing", () => {
    const text = fc.string({ unit: "grapheme" }).map((search) => search.trim());
    const filters = fc.record({
      search: text,
      section: text,
      type: text,
      status: text,
      missingLogo: fc.boolean(),
      endsSoon: fc.boolean(),
    });
    fc.assert(
      fc.property(filters, (given) => {
        expect(parseFilters(formatFilters(given))).toEqual(given);
      }),
    );
    expect(formatFilters(noFilters)).toBe("");
  });

  it("offer the usual values first, then other values of the products, each with its count", () => {
    const products = (["Free", "Premium", "Unknown", "Free"] as const).map((type, at) =>
      sampleAdminProduct(at + 1, { type }),
    );
    expect(countedBy(products, ["Free", "Freemium", "Premium"], ({ type }) => type)).toEqual([
      { name: "Free", count: 2 },
      { name: "Freemium", count: 0 },
      { name: "Premium", count: 1 },
      { name: "Unknown", count: 1 },
    ]);
  });
});
