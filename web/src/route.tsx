import type { QueryClient, QueryKey, QueryState } from "@tanstack/react-query";
import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import { Button } from "./kit/button";
import { Skeleton } from "./kit/skeleton";
import type { Slots } from "./slots";
import type { Visit } from "./visit";

type Screen = ComponentType<{ visit: Visit }>;

/** The document's title of a screen. It grows with what has been loaded. */
export type Title = (visit: Visit, siteName: string, client: QueryClient) => string;

/** One path of the site: its screen, the reads that the screen needs, and the document's title. */
export interface Route {
  /** As in the feature's pages.go; a part that begins with a colon is a parameter. */
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

/** What a feature brings to the pages of visitors: its own pages, and its parts of others'. */
export interface Feature extends Partial<Slots> {
  /** `isKnown` reports whether any page is at a path. */
  pages: (isKnown: (path: string) => boolean) => Route[];
}

/** A page whose script is loaded when it is first opened. A title that is a text is the same for every visitor. */
export function lazyRoute(
  path: string,
  importScreen: () => Promise<Screen>,
  title: string | Title,
  reads: Route["reads"] = () => [],
): Route {
  const { Screen, load } = lazyScreen(importScreen);
  const titleText: Title = typeof title === "string" ? (_visit, siteName) => `${title} – ${siteName}` : title;
  return { path, screen: Screen, load, reads, title: titleText };
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

type State = Screen | "not loaded" | "failed";

/** A screen whose script is loaded when the screen is first opened, so that other pages do not include it. */
interface LazyScreen {
  /** The screen; its skeleton until the script is loaded, or an error with a reload button if loading fails. */
  Screen: Screen;
  /** Loads the script. The promise resolves when it is loaded or has failed; it never rejects. */
  load: () => Promise<void>;
}

export function lazyScreen(importScreen: () => Promise<Screen>): LazyScreen {
  const listeners = new Set<() => void>();
  let state: State = "not loaded";
  let loading: Promise<void> | undefined;

  const setState = (next: State) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const load = () => {
    loading ??= importScreen().then(setState, () => setState("failed"));
    return loading;
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const current = () => state;

  function LazyComponent({ visit }: { visit: Visit }) {
    const Loaded = useSyncExternalStore(subscribe, current, current);
    useEffect(() => void load(), []);
    if (Loaded === "not loaded") return <ScreenLoading />;
    return Loaded === "failed" ? <ScreenFailed /> : <Loaded visit={visit} />;
  }
  return { Screen: LazyComponent, load };
}

function ScreenLoading() {
  return (
    <div className="page-width min-h-dvh pt-12" aria-busy="true">
      <Skeleton className="h-12 w-80 max-w-full" />
      <Skeleton className="mt-5 h-5 w-full max-w-xl" />
      <Skeleton className="mt-10 h-96 w-full" />
    </div>
  );
}

/** Browsers do not retry a module that failed to load, so the button reloads the whole page. */
function ScreenFailed() {
  return (
    <div className="page-width state-panel" role="alert">
      <h1 className="font-display text-4xl">Couldn't load this page</h1>
      <p className="mt-3 text-balance text-muted">The connection may have dropped, or the site was just updated.</p>
      <Button tone="brass" className="mt-7" onClick={() => location.reload()}>
        Reload
      </Button>
    </div>
  );
}
