import type { ReactNode } from "react";

type Texts = Record<string, string>;

/** What stands in an element and is made from one value and nothing else, so that the server can cache its markup. */
export interface Cacheable<Value> {
  of: (value: Value) => { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } };
  /** A value in two parts: two values of one shape have the same markup but for their texts. */
  split: (value: Value) => { shape: unknown; texts: Texts; contents: (texts: Texts) => ReactNode };
  /** Whether the markup of this value is worth caching, and may be filled in. */
  isCached: (value: Value) => boolean;
}

/**
 * Contents whose markup is cached for each shape, with slots that the texts are filled into. So the texts may only be
 * shown or stand in an attribute, as they are; what depends on them, their being empty too, belongs to the shape. React's
 * check of a link's address sees a slot: `isCached` is to refuse an address that could be a script.
 */
export function template<Value, Shape, T extends Texts>(
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
      const { shape, texts } = split(value);
      return { shape, texts, contents: (slots) => contents(shape, slots as T) };
    },
    isCached,
  };
}

/** Contents whose markup is cached for each value. */
export const cacheable = <Value>(contents: (value: Value) => ReactNode, isCached?: (value: Value) => boolean) =>
  template((shape: Value) => ({ shape, texts: {} }), contents, isCached);
