import { answered, client, read } from "./client";
import type { components } from "./schema.gen";

/** What is known of one product's logo on both sites. */
export type LogoEntry = components["schemas"]["LogoVerification"];

/** What a sync of the logos has done. */
export type LogosSynced = components["schemas"]["LogosSynced"];

/** How long what was found out about the logos is good for, in milliseconds. */
export const logosFresh = 30_000;

/** Of each product, in the administrator's order, where its logo is. It is looked again on a clock, once it was answered. */
export const logosQuery = () => ({
  ...read("/api/verify-logos", {}),
  staleTime: logosFresh,
  refetchInterval: ({ state }: { state: { data: unknown } }) => (state.data ? logosFresh : (false as const)),
});

/** Brings the pictures from production that are named here and missing. */
export async function syncLogos(): Promise<LogosSynced> {
  const { data } = await client.POST("/api/sync-logos");
  return answered(data);
}
