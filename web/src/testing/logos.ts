import { vi } from "vitest";
import type { LogoEntry } from "../api/logos";

/** A product's logo as the API tells it: on both sites, unless more is said. */
export const sampleLogo = (id: number, overrides: Partial<LogoEntry> = {}): LogoEntry => ({
  id,
  name: `Tool ${id}`,
  logo: `/uploads/${id}.jpg`,
  status: "exists",
  synced: true,
  devExists: true,
  prodExists: true,
  ...overrides,
});

/** A window to which the test brings what it watches, and from which it takes it away. */
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
