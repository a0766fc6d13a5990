import { useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { type AdminProduct, maxAsked, toolSearchQuery, toolsQuery } from "../../api/admin-products";
import type { ProductCard } from "../../api/schema.gen";
import { tidy } from "../fold";
import { useSettled } from "./use-debounced";

/**
 * Reads the tools with these ids. `know` adds one that was just chosen, so that it shows at once; what was read stays while
 * others are read. A tool in the trash is not among them.
 */
export function useTools(ids: readonly number[]) {
  const [seen] = useState(() => new Map<number, KnownTool>());
  const [known, setKnown] = useState(0);
  const asked = [...new Set(ids)].filter((id) => !seen.has(id)).sort((a, b) => a - b);
  const [reading, setReading] = useState<readonly number[]>(asked);
  if (asked.some((id) => !reading.includes(id))) setReading(asked);
  const parts = Array.from({ length: Math.ceil(reading.length / maxAsked) }, (_, part) =>
    reading.slice(part * maxAsked, (part + 1) * maxAsked),
  );
  const { read, isPending, failed } = useQueries({
    queries: parts.map(toolsQuery),
    combine: (queries) => ({
      read: queries.flatMap(({ data }) => data ?? []),
      isPending: queries.some((query) => query.isPending),
      failed: queries.find(({ error, data }) => error && !data),
    }),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` says that one was added
  const tools = useMemo(() => {
    for (const tool of read) seen.set(tool.id, tool);
    return new Map(seen);
  }, [read, seen, known]);
  const know = useCallback(
    (tool: KnownTool) => {
      seen.set(tool.id, tool);
      setKnown((before) => before + 1);
    },
    [seen],
  );
  return { tools, isPending, failed, know };
}

/** A tool as a row has it, or as it was chosen. */
type KnownTool = ProductCard & Partial<AdminProduct>;

/** The tools with these ids, in their order. Those in the trash are left out. */
export const toolsOf = (tools: ReadonlyMap<number, ProductCard>, ids: readonly number[]): ProductCard[] =>
  ids.flatMap((id) => tools.get(id) ?? []);

/** Returns what a search of the catalogue finds, once typing pauses; its first tools for an empty one. */
export function useToolSearch(typed: string, enabled: boolean) {
  const wanted = tidy(typed);
  const asked = useSettled(wanted);
  const query = useQuery({ ...toolSearchQuery(asked), enabled });
  const failure = query.isError && asked === wanted ? query : undefined;
  const isSearching = enabled && !failure && (asked !== wanted || query.isPending);
  return { found: isSearching ? [] : (query.data ?? []), isSearching, failure };
}
