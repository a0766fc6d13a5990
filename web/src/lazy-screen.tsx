import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import { Button } from "./ui/button";
import { Skeleton } from "./ui/skeleton";
import type { Visit } from "./visit";

type Screen = ComponentType<{ visit: Visit }>;
type State = Screen | "not loaded" | "failed";

/** A screen whose script browsers load only when it is opened, so that the other pages do not include it. */
export interface LazyScreen {
  /** The screen; until its script is there, its shape, and where that cannot be loaded, a way on. */
  Screen: Screen;
  /** Loads the script. It is there, or has failed, when the promise settles, which it does without an error. */
  load: () => Promise<void>;
  /** Has the screen at once: for the server, whose one script has everything in it. */
  have: (screen: Screen) => void;
}

export function lazyScreen(importScreen: () => Promise<Screen>): LazyScreen {
  const listeners = new Set<() => void>();
  let state: State = "not loaded";
  let loading: Promise<void> | undefined;

  const become = (next: State) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const load = () => {
    loading ??= importScreen().then(become, () => become("failed"));
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
  return { Screen: LazyComponent, load, have: become };
}

function Loading() {
  return (
    <div className="page-width min-h-dvh pt-12" aria-busy="true">
      <Skeleton className="h-12 w-80 max-w-full" />
      <Skeleton className="mt-5 h-5 w-full max-w-xl" />
      <Skeleton className="mt-10 h-96 w-full" />
    </div>
  );
}

/** Browsers do not load a script again that has failed once, so the way on is the whole page anew. */
function Failed() {
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
