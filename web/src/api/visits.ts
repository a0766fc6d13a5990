import { beacon, read } from "./client";
import type { VisitInput } from "./schema.gen";

/** A visitor's action. All but a visit are the opening of a page of this kind. */
export type VisitKind = VisitInput["kind"];

/**
 * Counts that a page was opened: a tool's by its id, another one by the last part of its address. The server adds one to
 * the day's count and stores nothing else.
 */
export const countOpen = (opened: number | string, kind: VisitKind) =>
  beacon("/api/visits", { [typeof opened === "string" ? "page" : "product"]: opened, kind });

/** Counts a visit to a tool's website. */
export const countVisit = (product: number) => beacon("/api/visits", { product, kind: "visit" });

/** Counts change without any action here: they are read again when a screen shows them after a minute. */
const fresh = { staleTime: 60_000 };

/** The counts of all products by day, and the most clicked products, for this many days; without, for 30. */
export const visitsQuery = (days?: number) => ({
  ...read("/api/admin/visits", days ? { query: { days } } : {}),
  ...fresh,
});

/** The counts of one product by day, for 30 days. */
export const productVisitsQuery = (id: number) => ({
  ...read("/api/products/{x}/visits", { path: { x: String(id) } }),
  ...fresh,
});

/** The clicks of every product that had any, by day, for 30 days. */
export const visitCoursesQuery = () => ({ ...read("/api/admin/visits/products", {}), ...fresh });
