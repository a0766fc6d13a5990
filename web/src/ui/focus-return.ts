import { useRef } from "react";

/**
 * Gives the focus back, when a dialog that nothing on the page triggers by itself is closed, to where it was when the
 * dialog opened. Where that is gone, and nothing else has taken the focus, the screen itself gets it.
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
