import { isId, storedList } from "../../kit/tools/stored-list";

/** The most tools that a browser saves, and that a link lists. The API lists as many at once (maxCards). */
export const savedLimit = 500;

/** A tool that the visitor has saved in this browser. */
export interface SavedTool {
  id: number;
  /** Milliseconds since 1970. */
  savedAt: number;
}

const list = storedList<SavedTool>({
  key: "saved_tools",
  limit: savedLimit,
  parse: ({ id, savedAt }) => (isId(id) && isTime(savedAt) ? { id, savedAt } : undefined),
});

/** The saved tools, in the order in which they were saved. Each change creates a new array. */
export const savedTools = list.get;

export const isSaved = (id: number) => savedTools().some((tool) => tool.id === id);

/** Calls the listener after each change, in this tab or another one. Returns a function that ends that. */
export const subscribeSaved = list.subscribe;

/**
 * Saves tools that are not saved yet, as many as there is space for. Returns how many had no space, and whether the
 * browser keeps them: if it stores nothing for this site, they are saved until the page is closed.
 */
export function saveTools(tools: SavedTool[]): { rejected: number; isKept: boolean } {
  const added = tools.filter(({ id }) => !isSaved(id));
  const space = savedLimit - savedTools().length;
  return {
    rejected: Math.max(0, added.length - space),
    isKept: replaceSaved([...savedTools(), ...added.slice(0, space)]),
  };
}

export const removeSaved = (id: number) => replaceSaved(savedTools().filter((tool) => tool.id !== id));

/** Sets the saved tools. Reports whether the browser has stored them. */
export const replaceSaved = (tools: SavedTool[]): boolean =>
  list.replace([...tools].sort((a, b) => a.savedAt - b.savedAt)); // an undone removal goes back to its place

const isTime = (value: unknown): value is number => typeof value === "number" && !Number.isNaN(+new Date(value));

/** The ids in the fragment of a link to a list ("#3.14.15"), each once, at most as many as can be saved. */
export function idsIn(fragment: string): number[] {
  const ids = fragment.slice(1).split(".").map(Number).filter(isId);
  return [...new Set(ids)].slice(0, savedLimit);
}
