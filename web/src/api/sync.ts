import { read } from "./client";
import { answered, client } from "./openapi-client";
import type { components } from "./schema.gen";

export type SyncState = components["schemas"]["SyncState"];
export type SyncRun = components["schemas"]["SyncRun"];
export type SyncDifference = components["schemas"]["SyncDifference"];
export type SyncKind = components["schemas"]["SyncKind"];
export type SyncRow = components["schemas"]["SyncRow"];

/** The status of the sync with production. */
export const syncStateQuery = () => read("/api/sync", {});

/** Reports whether this site is production, to which nothing is ever copied. False until the status is loaded. */
export const isProductionSite = (state: SyncState | undefined) => state?.development === false;

/** Returns what a sync would change, without changing anything. */
export async function previewSync(): Promise<SyncDifference> {
  const { data } = await client.POST("/api/sync/preview", { headers: { "Content-Type": "application/json" } });
  return answered(data);
}

/** Copies production's content to this site. The API requires the JSON content type although there is no body. */
export async function syncNow(): Promise<SyncRun> {
  const { data } = await client.POST("/api/sync/manual", { headers: { "Content-Type": "application/json" } });
  return answered(data);
}

/** Where production notifies this site of changed content. */
export const webhookPath = "/api/sync/webhook";
