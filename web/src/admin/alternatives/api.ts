import { read } from "../../api/client";
import { answered, client } from "../../api/openapi-client";
import type { AlternativePicks } from "../../api/schema.gen";

const of = (id: number) => ({ path: { x: String(id) } });

/** The picks for a product, read again each time they are shown. */
export const picksQuery = (id: number) => ({ ...read("/api/admin/products/{x}/picks", of(id)), gcTime: 0 });

/** Replaces the picks for a product. */
export const savePicks = (id: number, body: AlternativePicks) =>
  answered(client.PUT("/api/admin/products/{x}/picks", { params: of(id), body }));
