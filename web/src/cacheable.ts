import type { ReactNode } from "react";

/** What stands in an element and is made from one value and nothing else, so that the server can cache its markup by it. */
export interface Cacheable<T> {
  of: (value: T) => { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } };
}

export const cacheable = <T>(contents: (value: T) => ReactNode): Cacheable<T> => ({
  of: (value) => ({ children: contents(value) }),
});
