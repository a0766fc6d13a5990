import { beacon, read } from "./client";
import type { components } from "./schema.gen";

export type VisitDay = components["schemas"]["VisitDay"];
export type Visits = components["schemas"]["Visits"];

/** A tool's page was opened; the server adds one to its count of the day, and learns nothing else. */
export const countOpen = (product: number) => beacon("/api/visits", { product, kind: "open" });

/** Somebody went to a tool's website. */
export const countVisit = (product: number) => beacon("/api/visits", { product, kind: "visit" });

/** Counts grow by themselves: they are read again when they are shown again after a minute. */
const fresh = { staleTime: 60_000 };

/** The counts of all products, day by day, and the most visited products: of 30 days. */
export const visitsQuery = () => ({ ...read("/api/admin/visits", {}), ...fresh });

/** The counts of one product, day by day: of 30 days. */
export const productVisitsQuery = (id: number) => ({
  ...read("/api/products/{x}/visits", { path: { x: String(id) } }),
  ...fresh,
});

/** The visits of every product that had any, day by day: of 30 days. */
export const visitCoursesQuery = () => ({ ...read("/api/admin/visits/products", {}), ...fresh });
