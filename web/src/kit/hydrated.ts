import { useSyncExternalStore } from "react";

/** Reports whether the page is hydrated: false on the server and for the first render in the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const never = () => () => undefined;
