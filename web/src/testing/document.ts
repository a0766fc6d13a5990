import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { pageToasts } from "../components/toast";
import "../components/toast-region"; // read before the first test, as in page.tsx

// Slow machines are waited for; what never comes still fails.
configure({ asyncUtilTimeout: 60_000 });

// What jsdom lacks.
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
  window.scrollTo(0, 0);
  history.pushState(null, "", "/"); // a new entry, so that no test has another's to go forward to
});

afterEach(() => {
  cleanup();
  for (const { id } of pageToasts.list()) pageToasts.dismiss(id); // the files of a worker share them
  vi.unstubAllGlobals();
});
