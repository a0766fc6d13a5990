import type { ReactNode } from "react";

type Texts = Record<string, string>;

/** Markup that is the same for all values of one shape, except for their texts. */
export interface Piece {
  /** Identifies the template and the shape. */
  key: string;
  texts: Texts;
  contents: (texts: Texts) => ReactNode;
}

/** The content of an element that depends on one value only, so that the server can cache its markup. */
export interface Cacheable<Value> {
  of: (value: Value) => { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } };
  /** Splits the value into consecutive pieces; returns null if React has to render it. */
  split: (value: Value) => Piece[] | null;
}

/**
 * Content whose markup is cached per shape, with slots for the texts. Texts may only be rendered or used in an
 * attribute, unchanged; everything that depends on them, such as whether they are empty, belongs to the shape. React's
 * check for script URLs only sees a slot, so `isCached` must reject such URLs. Template names must be unique.
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

/** Content whose markup is cached per value. */
export const cacheable = <Value>(
  name: string,
  contents: (value: Value) => ReactNode,
  isCached?: (value: Value) => boolean,
) => template(name, (shape: Value) => ({ shape, texts: {} }), contents, isCached);

/** Content made of parts that are cached separately. */
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
