import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type AdminProduct, adminProductsQuery } from "../../api/admin-products";
import { type AlternativePicks, picksQuery, savePicks } from "../../api/alternatives-admin";
import { sentenceOf } from "../../api/fault";
import { alternativesQuery } from "../../api/products";
import { toast } from "../../kit/toast";

export type Picks = Pick<AlternativePicks, "pinned" | "hidden">;

/**
 * The picks of alternatives to a tool, with the tools that visitors see. A change is shown at once and saved; one that
 * fails is taken back.
 */
export function usePicks(id: number) {
  const queries = useQueryClient();
  const picks = useQuery(picksQuery(id));
  const shown = useQuery({ ...alternativesQuery(String(id)), gcTime: 0 });
  const products = useQuery(adminProductsQuery());
  const { queryKey } = picksQuery(id);
  const { mutate } = useMutation({
    scope: { id: `picks ${id}` },
    mutationFn: async (change: Picks) => {
      const version = queries.getQueryData(queryKey)?.version ?? 0;
      const saved = await savePicks(id, { ...change, version });
      queries.setQueryData(queryKey, (now) => now && { ...now, version: saved.version });
    },
    onError: (error) => {
      toast({
        title: "Couldn't save the alternatives",
        description: sentenceOf(error, "Couldn't reach the server."),
        tone: "destructive",
      });
      void queries.invalidateQueries({ queryKey });
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: alternativesQuery(String(id)).queryKey });
      void queries.invalidateQueries({ queryKey: adminProductsQuery().queryKey });
    },
  });
  const change = (next: Picks) => {
    queries.setQueryData(queryKey, (now) => now && { ...now, ...next });
    mutate(next);
  };
  const all = [picks, shown, products];
  return {
    picks: picks.data,
    automatic: shown.data?.alternatives.filter(({ isPick }) => !isPick).map(({ product }) => product),
    products: products.data,
    error: all.find(({ data, error }) => !data && error)?.error,
    isFetching: all.some(({ isFetching }) => isFetching),
    retry: () => void Promise.all(all.filter(({ data }) => !data).map(({ refetch }) => refetch())),
    change,
  };
}

/** The tools with these ids, in their order. Those in the trash are left out. */
export function toolsOf(products: readonly AdminProduct[], ids: readonly number[]): AdminProduct[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns the ids in the order of a part of them; those that the part lacks, as they are in the trash, come last. */
export function withOrder(ids: readonly number[], ordered: readonly number[]): number[] {
  return [...ordered, ...ids.filter((id) => !ordered.includes(id))];
}
