/** The most tools that a browser saves, and that a link lists. The API lists as many at once (maxCards). */
export const savedLimit = 500;

const storageKey = "saved_tools";

/** A tool that the visitor has saved in this browser. */
export interface SavedTool {
  id: number;
  /** Milliseconds since 1970. */
  savedAt: number;
}

let saved: SavedTool[] | undefined; // undefined: not read yet
const listeners = new Set<Listener>();

/** Is called after a change. `isOwn`: it was made in this tab, and not in another one. */
type Listener = (isOwn: boolean) => void;

/** The saved tools, in the order in which they were saved. Each change creates a new array. */
export function savedTools(): SavedTool[] {
  saved ??= parsed(stored());
  return saved;
}

export const isSaved = (id: number) => savedTools().some((tool) => tool.id === id);

/** Calls the listener after each change, in this tab or another one. Returns a function that ends that. */
export function subscribeSaved(listener: Listener): () => void {
  if (listeners.size === 0) addEventListener("storage", onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", onStorage);
  };
}

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
export function replaceSaved(tools: SavedTool[]): boolean {
  const ordered = [...tools].sort((a, b) => a.savedAt - b.savedAt); // an undone removal goes back to its place
  let isKept = true;
  try {
    localStorage.setItem(storageKey, JSON.stringify(ordered));
  } catch {
    isKept = false;
  }
  set(ordered, true);
  return isKept;
}

function set(tools: SavedTool[] | undefined, isOwn: boolean) {
  saved = tools;
  for (const listener of listeners) listener(isOwn);
}

function onStorage({ key }: StorageEvent) {
  if (key === storageKey || key === null) set(undefined, false); // null: everything was removed
}

function stored(): string {
  try {
    return localStorage.getItem(storageKey) ?? "";
  } catch {
    return ""; // the browser stores nothing for this site
  }
}

/** Reads what is stored. Anything that this file did not write is left out. */
function parsed(text: string): SavedTool[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const tools = new Map<number, SavedTool>();
  for (const entry of Array.isArray(value) ? value : []) {
    const { id, savedAt } = Object(entry) as Record<string, unknown>;
    if (isId(id) && isTime(savedAt) && tools.size < savedLimit) tools.set(id, { id, savedAt });
  }
  return [...tools.values()];
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

const isTime = (value: unknown): value is number => typeof value === "number" && !Number.isNaN(+new Date(value));

/** The ids in the fragment of a link to a list ("#3.14.15"), each once, at most as many as can be saved. */
export function idsIn(fragment: string): number[] {
  const ids = fragment.slice(1).split(".").map(Number).filter(isId);
  return [...new Set(ids)].slice(0, savedLimit);
}
