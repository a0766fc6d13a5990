import type { ReactNode } from "react";

type Texts = Record<string, string>;

/** Markup that is the same for all values of one shape, but for their texts. */
export interface Piece {
  /** The shape, and which template it is of. */
  key: string;
  texts: Texts;
  contents: (texts: Texts) => ReactNode;
}

/** What stands in an element and is made from one value and nothing else, so that the server can cache its markup. */
export interface Cacheable<Value> {
  of: (value: Value) => { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } };
  /** The value in pieces that stand one after the other; null where React is to write it. */
  split: (value: Value) => Piece[] | null;
}

/**
 * Contents whose markup is cached for each shape, with slots that the texts are filled into. So the texts may only be
 * shown or stand in an attribute, as they are; what depends on them, their being empty too, belongs to the shape. React's
 * check of a link's address sees a slot: `isCached` is to refuse an address that could be a script. No two templates
 * have the same name.
 */
export function template<Value, Shape, T extends Texts>(
  name: string,
  split: (value: Value) => { shape: Shape; texts: T },
  contents: (shape: Shape, texts: T) => ReactNode,
  isCached: (value: Value) => boolean = () => true,
): Cacheable<Value> {
  return {
    of: (value) => {
      const { shape, texts } = split(value);
      return { children: contents(shape, texts) };
    },
    split: (value) => {
      if (!isCached(value)) return null;
      const { shape, texts } = split(value);
      return [{ key: `${name} ${JSON.stringify(shape)}`, texts, contents: (slots) => contents(shape, slots as T) }];
    },
  };
}

/** Contents whose markup is cached for each value. */
export const cacheable = <Value>(
  name: string,
  contents: (value: Value) => ReactNode,
  isCached?: (value: Value) => boolean,
) => template(name, (shape: Value) => ({ shape, texts: {} }), contents, isCached);

/** Contents made of parts that are cached each by itself. */
export function sequence<Value>(
  contents: (value: Value) => ReactNode,
  parts: (value: Value) => (Piece[] | null)[],
): Cacheable<Value> {
  return {
    of: (value) => ({ children: contents(value) }),
    split: (value) => {
      const pieces = parts(value);
      return pieces.every((part) => part !== null) ? pieces.flat() : null;
    },
  };
}
