import { useSyncExternalStore } from "react";

/** Whether the scripts have taken the page over; false on the server and for the first drawing in the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const never = () => () => undefined;
