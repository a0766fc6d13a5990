/** The list with the item at one place moved to another. */
export function moved<T>(list: T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** The list without the item at this place. */
export const without = <T>(list: T[], at: number): T[] => list.filter((_, index) => index !== at);
