import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useSyncExternalStore } from "react";
import {
  type AdminProduct,
  adminProductsQuery,
  changeProducts,
  deleteProduct,
  moveProduct,
  restoreProduct,
  undoChange,
} from "../../api/admin-products";
import { followed } from "../../kit/admin/order";
import { toast } from "../../kit/toast";
import { type Done, failureOf, successOf } from "./change-words";
import { applied, type Change } from "./changes";

const { queryKey } = adminProductsQuery();
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
    mutationFn: (change) => send(queries, change),
    onSuccess: async (done, change) => {
      await queries.cancelQueries({ queryKey }); // a response from before the change must not arrive after it
      queries.setQueryData(queryKey, (products) => products && applied(products, change));
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

async function send(queries: QueryClient, change: Change): Promise<Done> {
  switch (change.kind) {
    case "move": {
      const after = followed(queries.getQueryData(queryKey) ?? [], change.move);
      const { version } = await moveProduct({ id: change.move.id, after });
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

/** Returns the products with the pending changes applied. */
export function useChanged(products: AdminProduct[] | undefined) {
  const changes = usePending();
  const shown = useMemo(() => products && changes.reduce(applied, products), [products, changes]);
  return { products: shown, isSaving: changes.length > 0 };
}

/** Returns the pending changes without delay, so that a dropped row is never rendered at its old position. */
function usePending(): Change[] {
  const cache = useQueryClient().getMutationCache();
  const last = useRef<Change[]>([]);
  return useSyncExternalStore(cache.subscribe, () => {
    const pending = cache.findAll({ mutationKey, status: "pending" }).map(({ state }) => state.variables as Change);
    const isKnown = pending.length === last.current.length && pending.every((one, at) => one === last.current[at]);
    if (!isKnown) last.current = pending;
    return last.current;
  });
}
