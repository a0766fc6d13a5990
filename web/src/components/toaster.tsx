import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { pageToasts, toastHotkey } from "./toast";

const importRegion = () => import("./toast-region");

/** Never shown on the server, whose one script would otherwise include it. */
const ToastRegion = import.meta.env.SSR ? () => null : lazy(importRegion);

/** Loads the region before there is anything to say, for a page that asks for nothing later on. */
export const loadToasts = () => (import.meta.env.SSR ? undefined : importRegion());

/** The place of the toasts. The region is loaded when there is something to say, or when its key is pressed. */
export function Toaster() {
  const toasts = useSyncExternalStore(pageToasts.subscribe, pageToasts.list, pageToasts.list);
  const calledByKey = useHotkey();
  return (
    // Dialogs hide from screen readers all that is beside them, but what is marked as a live region, whatever it is set to.
    <div aria-live="off">
      {toasts.length === 0 && !calledByKey ? null : (
        <Suspense>
          <ToastRegion toasts={toasts} dismiss={pageToasts.dismiss} focused={calledByKey} />
        </Suspense>
      )}
    </div>
  );
}

/** Whether the region's key has been pressed. Once the region is there, it listens for the key itself. */
function useHotkey(): boolean {
  const [pressed, setPressed] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === toastHotkey) setPressed(true);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return pressed;
}
