import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { newQueryClient } from "../../api/client";
import { deferred } from "../../testing/page";
import { sampleAdminProduct } from "../../testing/samples";
import { busy, type Reply, stubServer } from "../../testing/server";
import { type ListFilters, noFilters } from "./list-filters";
import { useFiltered } from "./use-filtered";

const products = [
  sampleAdminProduct(1, { name: "Brandmark", type: "Premium" }),
  sampleAdminProduct(2, { name: "Looka" }),
  sampleAdminProduct(3, { name: "Runway" }),
];
const search = "GET /api/products";

function show(filters: Partial<ListFilters>, replies: Record<string, Reply>) {
  const server = stubServer(replies);
  const queries = newQueryClient();
  const { result, rerender } = renderHook((filters: ListFilters) => useFiltered(products, filters), {
    initialProps: { ...noFilters, ...filters },
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  });
  const shown = () => result.current.shown.map(({ name }) => name);
  const filter = (filters: Partial<ListFilters>) => rerender({ ...noFilters, ...filters });
  return { server, result, shown, filter };
}

it("has what contains all words, and asks nothing", () => {
  const { server, result, shown } = show({ search: "brandm video" }, {});
  expect(shown()).toEqual(["Brandmark"]);
  expect(result.current).toMatchObject({ isRanked: false, isSearching: false });
  expect(server.calls).toEqual([]);
});

it("has else what the site's search finds, in its order, of those in the list that the other filters leave", async () => {
  const type = "Free";
  const found = [{ id: 99 }, { id: 3 }, { id: 1 }, { id: 2 }];
  const { server, result, shown } = show({ search: " make  a logo", type, missingLogo: true }, { [search]: found });
  await waitFor(() => expect(shown()).toEqual(["Runway", "Looka"]));
  expect(result.current).toMatchObject({ isRanked: true, isSearching: false });
  expect(server.calls.map(({ call }) => call)).toEqual([`${search}?search=make%20a%20logo&limit=100&pricing=Free`]);
});

it("asks nothing where the other filters leave none", () => {
  const { server, result } = show({ search: "make a logo", section: "Elsewhere" }, {});
  expect(result.current).toMatchObject({ shown: [], isSearching: false });
  expect(server.calls).toEqual([]);
});

it("asks once for several keys, and keeps what was shown until the answer", async () => {
  const answer = deferred<unknown>();
  const { server, result, shown, filter } = show({ search: "run" }, { [search]: () => answer.promise });
  for (const typed of ["run a", "run a lo", "run a logo"]) filter({ search: typed });
  expect(shown()).toEqual(["Runway"]);
  expect(result.current).toMatchObject({ isSearching: true, isRanked: false });
  await waitFor(() => expect(server.calls).toHaveLength(1));
  expect(shown()).toEqual(["Runway"]);
  answer.settle([{ id: 2 }]);
  await waitFor(() => expect(shown()).toEqual(["Looka"]));
  expect(server.calls.map(({ call }) => call)).toEqual([`${search}?search=run%20a%20logo&limit=100`]);
});

it("has the failure of a search until something else is typed", async () => {
  const { server, result, shown, filter } = show({ search: "make a logo" }, { [search]: busy });
  await waitFor(() => expect(result.current.failure?.error).toBeInstanceOf(Error));
  expect(result.current).toMatchObject({ shown: [], isSearching: false });
  server.replies[search] = [{ id: 2 }];
  filter({ search: "make a logo now" });
  expect(result.current.failure).toBeUndefined();
  await waitFor(() => expect(shown()).toEqual(["Looka"]));
});
