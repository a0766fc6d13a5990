import { answered, client, read } from "./client";
import type { components } from "./schema.gen";

export type SyncState = components["schemas"]["SyncState"];
export type SyncRun = components["schemas"]["SyncRun"];
export type SyncDifference = components["schemas"]["SyncDifference"];
export type SyncKind = components["schemas"]["SyncKind"];
export type SyncRow = components["schemas"]["SyncRow"];

/** How the sync with production stands. */
export const syncStateQuery = () => read("/api/sync", {});

/** Whether the site's role is production: nothing is ever copied to it. False until that is known. */
export const isProductionSite = (state: SyncState | undefined) => state?.development === false;

/** What a sync would change now. Nothing is changed. */
export async function previewSync(): Promise<SyncDifference> {
  const { data } = await client.POST("/api/sync/preview", { headers: { "Content-Type": "application/json" } });
  return answered(data);
}

/** Copies production's content to this site. The call says JSON and has no body. */
export async function syncNow(): Promise<SyncRun> {
  const { data } = await client.POST("/api/sync/manual", { headers: { "Content-Type": "application/json" } });
  return answered(data);
}

/** Where production tells this site that its content has changed. */
export const webhookPath = "/api/sync/webhook";
