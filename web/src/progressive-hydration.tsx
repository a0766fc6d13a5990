import { type ReactElement, type RefObject, Suspense, useRef } from "react";
import { flushSync } from "react-dom";

/** Continues the hydration of each element that waits, in the order of the page. */
const waiting: (() => void)[] = [];
let isProgressive = false;
let postpones = false;

/**
 * Hydrates a page: its frame in one task, then each HydratedLater in a task of its own, so that a click or a key never
 * waits for the whole page. `hydrate` must be synchronous, as Preact's hydrateRoot is.
 */
export function hydrateProgressively(hydrate: () => void) {
  isProgressive = true;
  setTimeout(() => hydrateInTurn(hydrate));
}

function hydrateInTurn(hydrate: (() => void) | undefined) {
  if (!hydrate) return;
  postpones = true;
  flushSync(hydrate);
  postpones = false;
  setTimeout(() => hydrateInTurn(waiting.shift()));
}

/** Hydrates immediately what still waits. To be called before the page changes: hydration keeps attributes as they are. */
export function finishHydration() {
  for (let hydrate = waiting.shift(); hydrate; hydrate = waiting.shift()) flushSync(hydrate);
}

/**
 * One element that is hydrated after what is around it. Until then it is as the server rendered it, without another node
 * before it.
 */
export function HydratedLater({ children }: { children: ReactElement }) {
  const hasWaited = useRef(false);
  if (!isProgressive) return children;
  return (
    <Suspense>
      <Waiting hasWaited={hasWaited}>{children}</Waiting>
    </Suspense>
  );
}

function Waiting({ hasWaited, children }: { hasWaited: RefObject<boolean>; children: ReactElement }) {
  if (postpones && !hasWaited.current) {
    hasWaited.current = true;
    // biome-ignore lint/suspicious/noThenProperty: a promise would settle too late for flushSync
    throw { then: (hydrate: () => void) => waiting.push(hydrate) };
  }
  return children;
}
