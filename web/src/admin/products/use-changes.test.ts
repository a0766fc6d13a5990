import { describe, expect, it } from "vitest";
import type { BulkChange } from "../../api/schema.gen";
import { sampleAdminProduct, sampleAdminProducts } from "../../testing/samples";
import { categoryChange, withoutCategory } from "./bulk-dialog";
import { applied, appliedToPages, type Change } from "./use-changes";

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

describe("the pages of a list", () => {
  const page = (page: number, ids: number[]) => ({
    page,
    rows: ids.map((id) => sampleAdminProduct(id)),
    total: 5,
    next: "",
    isRanked: false,
    counts: { all: 9, sections: [], types: [], statuses: [], needs: [], missingLogo: 0 },
  });
  const pages = [page(0, [1, 2]), page(1, [3, 4])];
  const changed = (change: Change) => appliedToPages(pages, change);

  it("keep their lengths when a product moves from one to another", () => {
    const ids = changed({ kind: "move", move: { id: 4, beside: 1, after: false } }).map(({ rows }) =>
      rows.map(({ id }) => id),
    );
    expect(ids).toEqual([
      [4, 1],
      [2, 3],
    ]);
  });

  it("count fewer products when some are deleted", () => {
    const [first, last] = changed(bulk([1, 99], { delete: true }));
    expect(first?.rows.map(({ id }) => id)).toEqual([2, 3]);
    expect(last).toMatchObject({ total: 4, counts: { all: 8 } });
  });

  it("have a product at the place to which it goes, if that is loaded", () => {
    const order = (place: number) =>
      changed({ kind: "place", id: 1, place }).flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(order(3)).toEqual([2, 3, 1, 4]);
    expect(order(900)).toEqual([1, 2, 3, 4]);
  });
});

describe("the categories of products", () => {
  it("are never all removed from a product", () => {
    const products = [sampleAdminProduct(1), sampleAdminProduct(2, { categories: ["Video"] })];
    expect(withoutCategory(products, ["Video"]).map(({ id }) => id)).toEqual([2]);
    expect(withoutCategory(products, [])).toEqual([]);
  });
});
