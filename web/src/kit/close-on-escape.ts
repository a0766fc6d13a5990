import type { KeyboardEvent } from "react";

/**
 * Closes a dialog on Esc unless something in it has handled the key. Radix gives the key to the topmost layer, which
 * may be a toast, but it belongs to the dialog that has the focus (WAI-ARIA Authoring Practices, dialog pattern).
 */
export const closeOnEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Escape" || event.defaultPrevented) return;
  event.preventDefault(); // a dialog below stays open
  close();
};
