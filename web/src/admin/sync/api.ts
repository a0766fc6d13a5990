import { read } from "../../api/client";
import { answered, client } from "../../api/openapi-client";
import type { LogosSynced, LogoVerification, SyncDifference, SyncRun, SyncState } from "../../api/schema.gen";

/** The status of the sync with production. */
export const syncStateQuery = () => read("/api/sync", {});

/** Reports whether this site is production, to which nothing is ever copied. False until the status is loaded. */
export const isProductionSite = (state: SyncState | undefined) => state?.development === false;

/** Returns what a sync would change, without changing anything. */
export const previewSync = (): Promise<SyncDifference> =>
  answered(client.POST("/api/sync/preview", { headers: { "Content-Type": "application/json" } }));

/** Copies production's content to this site. The API requires the JSON content type although there is no body. */
export const syncNow = (): Promise<SyncRun> =>
  answered(client.POST("/api/sync/manual", { headers: { "Content-Type": "application/json" } }));

/** Where production notifies this site of changed content. */
export const webhookPath = "/api/sync/webhook";

/** The status of one product's logo on both sites. */
export type LogoEntry = LogoVerification;

/** How long the status of the logos is fresh, in milliseconds. */
export const logosFresh = 30_000;

/** Where each product's logo is, in the admin's order. It is polled after the first answer. */
export const logosQuery = () => ({
  ...read("/api/verify-logos", {}),
  staleTime: logosFresh,
  refetchInterval: ({ state }: { state: { data: unknown } }) => (state.data ? logosFresh : (false as const)),
});

/** Downloads from production the images that products here refer to and that are missing. */
export const syncLogos = (): Promise<LogosSynced> => answered(client.POST("/api/sync-logos"));
