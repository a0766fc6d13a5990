import { options } from "preact";

/**
 * Runs effects before the next key or click, as React does. By default Preact waits for the next frame, and keys typed
 * until then would go to the field that an effect was about to leave.
 */
options.requestAnimationFrame = queueMicrotask;

/**
 * Preact moves elements with moveBefore, in which they keep the focus. Browsers without it (before Chromium 133, Firefox
 * 144) would lose it when, say, a list is sorted; React gives it back too.
 */
Element.prototype.moveBefore ??= function (this: Element, node: Node, child: Node | null) {
  const focused = document.activeElement;
  this.insertBefore(node, child);
  if (focused instanceof HTMLElement && node.contains(focused)) focused.focus();
};

export * from "preact/compat/client";
