import { vi } from "vitest";
import type { LogoEntry } from "../api/logo-settings";

/** The status of a product's logo as the API returns it; by default it is on both sites. */
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
