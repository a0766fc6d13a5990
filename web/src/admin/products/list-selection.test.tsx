import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { noFilters } from "../../kit/admin/list-filters";
import { sampleAdminProducts } from "../../testing/samples";
import { useListSelection } from "./list-selection";

const rows = sampleAdminProducts(4);

/** Shows these rows of a list that has so many products. */
function show(total: number) {
  const { result, rerender } = renderHook(({ shown, filters }) => useListSelection(shown, total, filters), {
    initialProps: { shown: rows, filters: noFilters },
  });
  const select = (id: number, reach: "toggle" | "range" | "add" = "toggle") =>
    act(() => result.current.select(id, reach));
  return { now: () => result.current, select, rerender };
}

it("names the selected rows by their ids, also those that other filters hide", () => {
  const { now, select, rerender } = show(4);
  select(1);
  select(3, "range");
  select(2);
  expect(now().which()).toEqual({ ids: [1, 3] });
  rerender({ shown: rows.slice(2), filters: { ...noFilters, search: "tool" } });
  expect(now().which()).toEqual({ ids: [1, 3] });
  expect(now().selected.map(({ name }) => name)).toEqual(["Tool 1", "Tool 3"]);
  act(() => now().drop([1]));
  expect(now().count).toBe(1);
});

it("selects all rows, and none again", () => {
  const { now } = show(4);
  act(() => now().toggleAll());
  expect(now()).toMatchObject({ count: 4, share: "all", isWhole: false });
  act(() => now().toggleAll());
  expect(now()).toMatchObject({ count: 0, share: "none" });
});

it("names a list that isn't loaded by its filters, with what is not selected and the number of the others", () => {
  const { now, select, rerender } = show(100_000);
  rerender({ shown: rows, filters: { ...noFilters, type: "Free", sort: "name" } });
  act(() => now().toggleAll());
  expect(now()).toMatchObject({ count: 100_000, share: "all", isWhole: true });
  select(2);
  select(3);
  select(3);
  expect(now()).toMatchObject({ count: 99_999, share: "some" });
  expect(now().which()).toEqual({ filter: { type: "Free" }, except: [2], count: 99_999 });
  expect(now().isSelected(2)).toBe(false);
  expect(now().selected).toHaveLength(3);
  rerender({ shown: rows, filters: { ...noFilters, type: "Free" } });
  expect(now().count).toBe(99_999);
  rerender({ shown: rows, filters: { ...noFilters, type: "Premium" } });
  expect(now()).toMatchObject({ count: 0, share: "none" });
  select(4);
  expect(now().which()).toEqual({ ids: [4] });
});
