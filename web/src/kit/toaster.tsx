import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { pageToasts, toastHotkey } from "./toast";

const importRegion = () => import("./toast-region");

/** Excluded on the server, whose single script would otherwise include it. */
const ToastRegion = import.meta.env.SSR ? () => null : lazy(importRegion);

/** Loads the toast region in advance, for a page that must not request anything later. */
export const loadToasts = () => (import.meta.env.SSR ? undefined : importRegion());

/** The container of the toasts. The region is loaded with the first toast, or when its hotkey is pressed. */
export function Toaster() {
  const toasts = useSyncExternalStore(pageToasts.subscribe, pageToasts.list, pageToasts.list);
  const calledByKey = useHotkey();
  return (
    // Dialogs hide everything outside them from screen readers, except elements with aria-live, whatever its value.
    <div aria-live="off">
      {toasts.length === 0 && !calledByKey ? null : (
        <Suspense>
          <ToastRegion toasts={toasts} dismiss={pageToasts.dismiss} focused={calledByKey} />
        </Suspense>
      )}
    </div>
  );
}

/** Reports whether the hotkey has been pressed. Once the region is loaded, it handles the key itself. */
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
