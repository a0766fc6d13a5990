import "../kit/tools/mark-pieces";
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { pageToasts } from "../kit/toast";
import "../kit/toast-region"; // loaded before the first test, as in page.tsx

// Long enough for slow machines; something that never appears still fails.
configure({ asyncUtilTimeout: 60_000 });

// Functions that jsdom does not implement.
window.scrollTo = (_x?: unknown, y?: unknown) => {
  Object.defineProperty(window, "scrollY", { value: Number(y ?? 0), configurable: true });
};
window.matchMedia ??= (query: string) =>
  ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => undefined;
Element.prototype.releasePointerCapture ??= () => undefined;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.scrollTo(0, 0);
  history.pushState(null, "", "/"); // a new history entry, so that no test can go forward to another test's
});

afterEach(() => {
  cleanup();
  for (const { id } of pageToasts.list()) pageToasts.dismiss(id); // toasts are shared by all test files of a worker
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
