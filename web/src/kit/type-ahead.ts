/** How long letters typed in a row are combined, in milliseconds. */
export const typeAheadReset = 1000;

interface Typed {
  text: string;
  at: number;
}

const typedIn = new WeakMap<Element, Typed>();

/**
 * Returns the item that starts with the text typed so far, searching on from the current one. Typing one letter
 * repeatedly cycles through all items that start with it.
 */
export function typeAhead<T extends HTMLElement>(
  menu: Element,
  items: T[],
  current: number,
  key: string,
  now = Date.now(),
) {
  const before = typedIn.get(menu);
  const continues = before !== undefined && now - before.at < typeAheadReset;
  if (key.length !== 1 || (key === " " && !continues)) return undefined;
  const text = (continues ? before.text : "") + key.toLowerCase();
  typedIn.set(menu, { text, at: now });
  const repeated = [...text].every((letter) => letter === text[0]);
  const beginning = repeated ? text.charAt(0) : text;
  const from = current + (beginning.length === 1 ? 1 : 0);
  const inOrder = items.map((_, index) => items[(Math.max(from, 0) + index) % items.length]);
  return inOrder.find((item) => item?.textContent?.trim().toLowerCase().startsWith(beginning));
}
