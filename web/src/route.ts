import type { QueryClient, QueryKey, QueryState } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { lazyScreen } from "./lazy-screen";
import type { Visit } from "./visit";

type Screen = ComponentType<{ visit: Visit }>;

/** The document's title of a screen. It grows with what has been loaded. */
export type Title = (visit: Visit, siteName: string, client: QueryClient) => string;

/** One path of the site: its screen, the reads that the screen needs, and the document's title. */
export interface Route {
  /** As in internal/app/pages.go; a part that begins with a colon is a parameter. */
  path: string;
  screen: Screen;
  /** Loads the script of a lazy screen. It never rejects, as the screen itself shows the error. */
  load?: () => Promise<void>;
  reads: (visit: Visit) => { queryKey: QueryKey }[];
  title: Title;
  /** A list with pages below it, "/page/2". */
  isNumbered?: boolean;
  /** What the site must have, so that the screen exists. */
  needs?: "accounts" | "newsletter";
}

/** A page whose script is loaded when it is first opened. A title that is a text is the same for every visitor. */
export function lazyRoute(
  path: string,
  importScreen: () => Promise<Screen>,
  title: string | Title,
  reads: Route["reads"] = () => [],
): Route {
  const { Screen, load } = lazyScreen(importScreen);
  const say: Title = typeof title === "string" ? (_visit, siteName) => `${title} – ${siteName}` : title;
  return { path, screen: Screen, load, reads, title: say };
}

/** The title of a screen about one thing: what it says of that once it is loaded; before, the site's name alone. */
export function titleOf<T>(
  query: QueryState<T> | undefined,
  say: (data: T) => string | undefined,
  thing: string,
  siteName: string,
): string {
  const said = query?.data && say(query.data);
  if (said) return `${said} – ${siteName}`;
  return query?.status === "error" ? `${thing} Not Found – ${siteName}` : siteName;
}

export const missingTitle = (siteName: string) => `Page Not Found – ${siteName}`;
