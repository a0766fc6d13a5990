/** Is called after a change. `isOwn`: it was made in this tab, and not in another one. */
type Listener = (isOwn: boolean) => void;

interface StoredListOptions<Entry> {
  /** The key in localStorage. */
  key: string;
  /** The most entries. */
  limit: number;
  /** Reads an entry; undefined if this program did not write it. */
  parse: (stored: Record<string, unknown>) => Entry | undefined;
}

/** A list of tools in this browser, which all its tabs share. Each change creates a new array. */
export function storedList<Entry extends { id: number }>({ key, limit, parse }: StoredListOptions<Entry>) {
  let current: Entry[] | undefined; // undefined: not read yet
  const listeners = new Set<Listener>();

  const set = (entries: Entry[] | undefined, isOwn: boolean) => {
    current = entries;
    for (const listener of listeners) listener(isOwn);
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) set(undefined, false); // null: everything was removed
  };
  const parsed = (text: string): Entry[] => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return [];
    }
    const entries = new Map<number, Entry>();
    for (const stored of Array.isArray(value) ? value : []) {
      const entry = parse(Object(stored) as Record<string, unknown>);
      if (entry && entries.size < limit) entries.set(entry.id, entry);
    }
    return [...entries.values()];
  };

  return {
    get: (): Entry[] => {
      current ??= parsed(stored(key));
      return current;
    },
    /** Sets the entries. Reports whether the browser has stored them. */
    replace: (entries: Entry[]): boolean => {
      let isKept = true;
      try {
        localStorage.setItem(key, JSON.stringify(entries));
      } catch {
        isKept = false;
      }
      set(entries, true);
      return isKept;
    },
    /** Calls the listener after each change, in this tab or another one. Returns a function that ends that. */
    subscribe: (listener: Listener): (() => void) => {
      if (listeners.size === 0) addEventListener("storage", onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener("storage", onStorage);
      };
    },
  };
}

function stored(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return ""; // the browser stores nothing for this site
  }
}

export const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
