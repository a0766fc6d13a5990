import type { ReactNode } from "react";

/** What stands in an element and is made from one value and nothing else, so that the server can cache its markup by it. */
export interface Cacheable<T> {
  of: (value: T) => { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } };
  /** Whether other pages have the same: what is on one page alone would only take the room of what is on many. */
  isShared: (value: T) => boolean;
}

export const cacheable = <T>(
  contents: (value: T) => ReactNode,
  isShared: (value: T) => boolean = () => true,
): Cacheable<T> => ({
  of: (value) => ({ children: contents(value) }),
  isShared,
});
