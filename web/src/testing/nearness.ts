import { vi } from "vitest";

/** Stubs the intersection observer, so that the test decides what is near the viewport. */
export function stubNearness() {
  const watchers = new Set<IntersectionObserverCallback>();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(readonly callback: IntersectionObserverCallback) {}
      observe() {
        watchers.add(this.callback);
      }
      disconnect() {
        watchers.delete(this.callback);
      }
    },
  );
  return (isIntersecting: boolean) => {
    const entries = [{ isIntersecting } as IntersectionObserverEntry];
    for (const notify of watchers) notify(entries, {} as IntersectionObserver);
  };
}
