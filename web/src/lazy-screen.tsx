import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import { Button } from "./kit/button";
import { Skeleton } from "./kit/skeleton";
import type { Visit } from "./visit";

type Screen = ComponentType<{ visit: Visit }>;
type State = Screen | "not loaded" | "failed";

/** A screen whose script is loaded when the screen is first opened, so that other pages do not include it. */
interface LazyScreen {
  /** The screen; its skeleton until the script is loaded, or an error with a reload button if loading fails. */
  Screen: Screen;
  /** Loads the script. The promise resolves when it is loaded or has failed; it never rejects. */
  load: () => Promise<void>;
}

/** What is shown instead of a screen: until its script is loaded, and if loading fails. */
interface Replacements {
  Loading: ComponentType;
  Failed: ComponentType;
}

export function lazyScreen(
  importScreen: () => Promise<Screen>,
  { Loading, Failed }: Replacements = { Loading: ScreenLoading, Failed: ScreenFailed },
): LazyScreen {
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
    if (Loaded === "not loaded") return <Loading />;
    return Loaded === "failed" ? <Failed /> : <Loaded visit={visit} />;
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
