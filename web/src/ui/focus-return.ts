import { useRef } from "react";

/**
 * Gives the focus back, when a dialog that nothing on the page triggers by itself is closed, to where it was when the
 * dialog opened.
 */
export function useFocusReturn() {
  const before = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (before.current instanceof HTMLElement) before.current.focus();
    },
  };
}
