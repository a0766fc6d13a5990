import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useSyncExternalStore } from "react";
import {
  type AdminProduct,
  changeProducts,
  deleteProduct,
  moveProduct,
  type ProductsOfList,
  productListKey,
  restoreProduct,
  undoChange,
} from "../../api/admin-products";
import { sentenceOf } from "../../api/fault";
import type { BulkChange, ListedProducts } from "../../api/schema.gen";
import { type Move, moved } from "../../kit/admin/order";
import { countOf } from "../../kit/count";
import { type ToastContent, toast } from "../../kit/toast";

const mutationKey = ["change products"];

/**
 * Makes changes one after the other, in the order of the calls. Until the server answers, a change is applied
 * optimistically (`useChanged`); a failed change is reverted, and later ones stay.
 */
export function useChanges(): (change: Change) => void {
  const queries = useQueryClient();
  const { mutate } = useMutation<Done, Error, Change>({
    mutationKey,
    scope: { id: "products" },
    mutationFn: send,
    onSuccess: async (done, change) => {
      await queries.cancelQueries({ queryKey: productListKey }); // a response from before the change must not arrive after it
      applyToCache(queries, change);
      toast(successOf(change, done, mutate));
    },
    onError: (error, change) => toast(failureOf(change, error)),
    onSettled: () => {
      const isLast = queries.isMutating({ mutationKey }) === 1;
      if (isLast) void queries.invalidateQueries({ predicate: showsProducts });
    },
  });
  return mutate;
}

/**
 * Matches the queries that depend on products (the list, categories, trash, history): all but those of the user and the
 * visits.
 */
const showsProducts = ({ queryKey: [address] }: { queryKey: QueryKey }) =>
  !/^\/api\/auth\/|\/visits/.test(String(address));

/** A page of the list, from 0. */
export type ListPage = ListedProducts & { page: number };

/** Applies a change to the lists that are cached. */
function applyToCache(queries: QueryClient, change: Change) {
  const lists = new Map<string, ListPage[]>();
  const keys = new Map<ListPage, QueryKey>();
  for (const [key, data] of queries.getQueriesData<ListedProducts>({ queryKey: productListKey })) {
    if (!data) continue;
    const list = JSON.stringify(key.at(-2));
    const page = { ...data, page: Number(key.at(-1)) };
    keys.set(page, key);
    lists.set(
      list,
      [...(lists.get(list) ?? []), page].sort((a, b) => a.page - b.page),
    );
  }
  for (const pages of lists.values())
    for (const [at, { page: _, ...data }] of appliedToPages(pages, change).entries()) {
      const key = keys.get(pages[at] as ListPage);
      if (key) queries.setQueryData(key, data);
    }
}

async function send(change: Change): Promise<Done> {
  switch (change.kind) {
    case "move": {
      const { id, beside, after } = change.move;
      const { version } = await moveProduct({ id, ...(after ? { after: beside } : { before: beside }) });
      return { version };
    }
    case "place": {
      const { version } = await moveProduct({ id: change.id, place: change.place });
      return { version };
    }
    case "bulk": {
      const { version, changed } = await changeProducts(change.list ?? { ids: change.ids }, change.change);
      return { version, count: changed };
    }
    case "delete":
      await deleteProduct(change.id);
      return {};
    case "restore":
      await restoreProduct(change.id);
      return {};
    case "undo":
      return { count: (await undoChange(change.version)).restored };
  }
}

/** Returns the pending changes without delay, so that a dropped row is never rendered at its old position. */
export function usePending(): Change[] {
  const cache = useQueryClient().getMutationCache();
  const last = useRef<Change[]>([]);
  return useSyncExternalStore(cache.subscribe, () => {
    const pending = cache.findAll({ mutationKey, status: "pending" }).map(({ state }) => state.variables as Change);
    const isKnown = pending.length === last.current.length && pending.every((one, at) => one === last.current[at]);
    if (!isKnown) last.current = pending;
    return last.current;
  });
}

/** The server's answer to a change: the version with which it can be undone, and the number of changed products. */
interface Done {
  version?: number;
  count?: number;
}

/** Returns the toast for a successful change, with an undo action if possible. */
function successOf(change: Change, { version, count = 0 }: Done, go: (change: Change) => void): ToastContent {
  const undo = version === undefined ? undefined : { label: "Undo", press: () => go({ kind: "undo", version }) };
  switch (change.kind) {
    case "move":
    case "place":
      return { title: "Order Updated", description: "Product order has been saved successfully.", action: undo };
    case "bulk": {
      if (count === 0) return { title: "Success", description: "Nothing to change" };
      const done = change.change.delete ? "deleted" : "updated";
      return { title: "Success", description: `${countOf(count, "product")} ${done} successfully`, action: undo };
    }
    case "delete": {
      const { id, name } = change;
      const restore = { label: "Undo", press: () => go({ kind: "restore", id, name }) };
      return { title: "Success", description: "Product deleted successfully", action: restore };
    }
    case "restore":
      return { title: "Success", description: `${change.name} restored` };
    case "undo":
      return { title: "Success", description: `${countOf(count, "product")} restored` };
  }
}

/** Returns the toast for a change that was refused or lost. */
function failureOf(change: Change, error: Error): ToastContent {
  const reason = sentenceOf(error, error.message);
  switch (change.kind) {
    case "move":
    case "place":
      return { tone: "destructive", title: "Update Failed", description: reason };
    case "bulk": {
      const title = change.change.delete ? "Error" : "Update Failed";
      const products = countOf(change.list?.count ?? change.ids.length, "product");
      const description = change.change.delete ? `Failed to delete ${products}. ${reason}` : reason;
      return { tone: "destructive", title, description };
    }
    case "delete":
      return { tone: "destructive", title: "Error", description: "Failed to delete product" };
    case "restore":
      return { tone: "destructive", title: "Restore Failed", description: reason };
    case "undo":
      return { tone: "destructive", title: "Undo Failed", description: reason };
  }
}

/** A change that the administrator makes to the list. */
export type Change =
  | { kind: "move"; move: Move }
  | { kind: "place"; id: number; place: number }
  /** Of the products with these ids, or of a list: then the ids are those of it that are shown. */
  | { kind: "bulk"; ids: number[]; list?: ProductsOfList; change: BulkChange }
  | { kind: "delete"; id: number; name: string }
  | { kind: "restore"; id: number; name: string }
  | { kind: "undo"; version: number };

/**
 * Returns the rows with the change applied. It is idempotent, because the server's list may already include the change.
 * Restored products, and where a row goes that leaves those that are shown, are only known to the server.
 */
export function applied(products: AdminProduct[], change: Change): AdminProduct[] {
  switch (change.kind) {
    case "move":
      return reordered(products, moved(products, change.move));
    case "place": {
      const to = products.findIndex(({ place }) => place === change.place);
      const from = products.findIndex(({ id }) => id === change.id);
      const isOrdered = products.every(({ place }, at) => at === 0 || place > (products[at - 1]?.place ?? 0));
      const beside = products[to];
      if (!isOrdered || !beside || from < 0 || from === to) return products;
      return reordered(products, moved(products, { id: change.id, beside: beside.id, after: from < to }));
    }
    case "bulk":
      return bulkApplied(products, new Set(change.ids), change.change);
    case "delete":
      return products.filter(({ id }) => id !== change.id);
    case "restore":
    case "undo":
      return products;
  }
}

/** Gives each position the numbers that it had before. */
function reordered(before: readonly AdminProduct[], after: readonly AdminProduct[]): AdminProduct[] {
  return after.map((product, index) => {
    const { displayOrder = 0, place = 0 } = before[index] ?? {};
    return product.place === place ? product : { ...product, displayOrder, place };
  });
}

/** Applies a change to the pages of a list, in their order; each keeps its length, but for the last. */
export function appliedToPages(pages: readonly ListPage[], change: Change): ListPage[] {
  const rows = pages.flatMap((page) => page.rows);
  const after = applied(rows, change);
  const gone = rows.length - after.length;
  let from = 0;
  return pages.map((page, index) => {
    const to = index === pages.length - 1 ? after.length : from + page.rows.length;
    const own = after.slice(from, to);
    from = to;
    return { ...page, rows: own, total: page.total - gone, counts: { ...page.counts, all: page.counts.all - gone } };
  });
}

function bulkApplied(products: AdminProduct[], ids: ReadonlySet<number>, change: BulkChange): AdminProduct[] {
  if (change.delete) return products.filter(({ id }) => !ids.has(id));
  const { type, section, status, isFeatured, hasDeal } = change;
  return products.map((product) =>
    ids.has(product.id)
      ? {
          ...product,
          type: type ?? product.type,
          section: section ?? product.section,
          status: status ?? product.status,
          publishAt: change.publishAt ?? product.publishAt,
          isFeatured: isFeatured ?? product.isFeatured,
          hasDeal: hasDeal ?? product.hasDeal,
          categories: categoriesAfter(product.categories, change),
        }
      : product,
  );
}

function categoriesAfter(own: string[], { categories, addCategories = [], removeCategories = [] }: BulkChange) {
  const remaining = (categories ?? own).filter((name) => !removeCategories.includes(name));
  return [...new Set([...remaining, ...addCategories])];
}
