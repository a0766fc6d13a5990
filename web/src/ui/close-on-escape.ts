import type { KeyboardEvent } from "react";

/**
 * Closes a window on Esc that nothing in it has taken. Radix leaves the key to what was shown last, which may be a toast;
 * but it belongs to the window that has the focus (WAI-ARIA Authoring Practices, dialog pattern).
 */
export const closeOnEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Escape" || event.defaultPrevented) return;
  event.preventDefault(); // a window below it stays
  close();
};
