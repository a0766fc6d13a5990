import { comparedLimit } from "../../api/comparisons";
import { comparedKey } from "../../kit/tools/compare-buttons";
import { isId, storedList } from "../../kit/tools/stored-list";

const list = storedList<{ id: number }>({
  key: comparedKey,
  limit: comparedLimit,
  parse: ({ id }) => (isId(id) ? { id } : undefined),
});

/** The tools that the visitor has chosen to compare, in the order in which they were chosen. */
export const comparedTools = list.get;

export const subscribeCompared = list.subscribe;

export const isCompared = (id: number) => comparedTools().some((tool) => tool.id === id);

/** Adds a tool. Reports whether there was space for it. */
export function addCompared(id: number): boolean {
  if (comparedTools().length >= comparedLimit) return false;
  list.replace([...comparedTools().filter((tool) => tool.id !== id), { id }]);
  return true;
}

export const removeCompared = (id: number) => list.replace(comparedTools().filter((tool) => tool.id !== id));

export const clearCompared = () => list.replace([]);
