import { type KeyboardEvent, useEffect, useRef } from "react";

/** As an element's ref, gives it the focus when it appears. `autoFocus` does so in React only. */
export const focus = (element: HTMLElement | null) => element?.focus();

/**
 * Closes a dialog on Esc unless something in it has handled the key. Radix gives the key to the topmost layer, which
 * may be a toast, but it belongs to the dialog that has the focus (WAI-ARIA Authoring Practices, dialog pattern).
 */
export const closeOnEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Escape" || event.defaultPrevented) return;
  event.preventDefault(); // a dialog below stays open
  close();
};

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

/** Moves the focus to the first control of a part when its content has changed with this state. */
export function useFocusAfter(state: unknown) {
  const part = useRef<HTMLDivElement>(null);
  const shown = useRef(state);
  useEffect(() => {
    const controls = "input:not([type=hidden]), button";
    if (shown.current !== state) part.current?.querySelector<HTMLElement>(controls)?.focus();
    shown.current = state;
  }, [state]);
  return part;
}
