import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { adminProductsQuery } from "../../api/admin-products";
import { alternativesQuery } from "../../api/alternatives";
import { type AlternativePicks, picksQuery, savePicks } from "../../api/alternatives-admin";
import { sentenceOf } from "../../api/fault";
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
  /** Changes what is there now, which may be more than what was shown when a key was pressed. */
  const change = (changed: (now: Picks) => Partial<Picks>) => {
    const now = queries.getQueryData(queryKey);
    if (!now) return;
    const next = { pinned: now.pinned, hidden: now.hidden, ...changed(now) };
    queries.setQueryData(queryKey, { ...now, ...next });
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
