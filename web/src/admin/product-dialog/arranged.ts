/** Returns the list with one item moved to another index. */
export function moved<T>(list: T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** Returns the list without the item at this index. */
export const without = <T>(list: T[], at: number): T[] => list.filter((_, index) => index !== at);
