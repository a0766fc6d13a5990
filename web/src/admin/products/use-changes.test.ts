import { describe, expect, it } from "vitest";
import type { BulkChange } from "../../api/schema.gen";
import { noFilters } from "../../kit/admin/list-filters";
import { sampleAdminProduct, sampleAdminProducts } from "../../testing/samples";
import { bulkTarget, categoriesOf, categoryChange, maxNamed, withoutCategory } from "./bulk-dialog";
import { applied, type Change } from "./use-changes";

const bulk = (ids: number[], change: BulkChange): Change => ({ kind: "bulk", ids, change });

describe("a change of the list", () => {
  const three = sampleAdminProducts(3);

  it("numbers the whole list from 1 when it moves a product", () => {
    const after = applied(three, { kind: "move", move: { id: 3, beside: 1, after: false } });
    expect(after.map(({ id, displayOrder }) => [id, displayOrder])).toEqual([
      [3, 1],
      [1, 2],
      [2, 3],
    ]);
  });

  it("of many products changes only those, and only the given fields", () => {
    const after = applied(three, bulk([1, 3], { type: "Premium", isFeatured: true }));
    expect(after.map(({ type, isFeatured }) => [type, isFeatured])).toEqual([
      ["Premium", true],
      ["Free", false],
      ["Premium", true],
    ]);
    expect(after[1]).toBe(three[1]);
    expect(after[0]?.section).toBe(three[0]?.section);
  });

  it("can clear a flag", () => {
    const featured = three.map((product) => ({ ...product, isFeatured: true, hasDeal: true }));
    const after = applied(featured, bulk([1], { isFeatured: false, hasDeal: false }));
    expect(after[0]).toMatchObject({ isFeatured: false, hasDeal: false });
  });

  it("adds, removes and replaces categories", () => {
    const resulting = (change: BulkChange) => applied(three, bulk([1], change))[0]?.categories;
    expect(resulting(categoryChange("Add", ["Design", "Music"]))).toEqual(["Video", "Design", "Music"]);
    expect(resulting(categoryChange("Remove", ["Video"]))).toEqual(["Design"]);
    expect(resulting(categoryChange("Replace", ["Music"]))).toEqual(["Music"]);
  });

  it("deletes one product or many", () => {
    const ids = (change: Change) => applied(three, change).map(({ id }) => id);
    expect(ids({ kind: "delete", id: 2, name: "Tool 2" })).toEqual([1, 3]);
    expect(ids(bulk([1, 2], { delete: true }))).toEqual([3]);
  });

  it("has the same result when it is applied twice", () => {
    const changes: Change[] = [
      { kind: "move", move: { id: 1, beside: 3, after: true } },
      bulk([1, 2], categoryChange("Add", ["Music"])),
      bulk([1, 2], categoryChange("Remove", ["Video"])),
      bulk([3], { delete: true }),
      { kind: "delete", id: 1, name: "Tool 1" },
    ];
    for (const change of changes) {
      const once = applied(three, change);
      expect(applied(once, change)).toEqual(once);
    }
  });
});

describe("the categories of products", () => {
  it("are listed without duplicates, by name", () => {
    const products = [sampleAdminProduct(1, { categories: ["Video", "Écriture"] }), ...sampleAdminProducts(2)];
    expect(categoriesOf(products)).toEqual(["Design", "Écriture", "Video"]);
  });

  it("are never all removed from a product", () => {
    const products = [sampleAdminProduct(1), sampleAdminProduct(2, { categories: ["Video"] })];
    expect(withoutCategory(products, ["Video"]).map(({ id }) => id)).toEqual([2]);
    expect(withoutCategory(products, [])).toEqual([]);
  });
});

describe("the products of a bulk change", () => {
  const many = sampleAdminProducts(2 * maxNamed + 2);
  const filters = { ...noFilters, search: " tool ", type: "Free" };
  const list = { filter: { search: "tool", type: "Free", missingLogo: false } };

  it("are named by id, if they are few", () => {
    const some = many.slice(5, 5 + maxNamed);
    expect(bulkTarget(some, many, filters)).toEqual({ ids: some.map(({ id }) => id) });
  });

  it("are named by their list, if they are many, with those that are not selected and their number", () => {
    expect(bulkTarget(many, many, filters)).toEqual({ ...list, except: [], count: many.length });
    const butTwo = many.slice(0, -2);
    const except = many.slice(-2).map(({ id }) => id);
    expect(bulkTarget(butTwo, many, filters)).toEqual({ ...list, except, count: butTwo.length });
  });

  it("cannot be named, if too many of the list are not selected, or some are not in it", () => {
    expect(bulkTarget(many.slice(maxNamed + 1), many, filters)).toBeUndefined();
    expect(bulkTarget(many, many.slice(1), filters)).toBeUndefined();
  });
});
