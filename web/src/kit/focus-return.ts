import { useRef } from "react";

/**
 * Returns the focus when a dialog without a trigger on the page closes: to the element that had it when the dialog
 * opened, or to the screen itself if that element is gone and nothing else has the focus.
 */
export function useFocusReturn() {
  const before = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
      else if (document.activeElement === document.body) document.getElementById("main")?.focus();
    },
  };
}
