import { beacon } from "./client";

/** A tool's page was opened; the server adds one to its count of the day, and learns nothing else. */
export const countOpen = (product: number) => beacon("/api/visits", { product, kind: "open" });

/** Somebody went to a tool's website. */
export const countVisit = (product: number) => beacon("/api/visits", { product, kind: "visit" });
