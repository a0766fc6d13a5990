import { read } from "./client";
import { answered, client } from "./openapi-client";
import type { components } from "./schema.gen";

/** The status of one product's logo on both sites. */
export type LogoEntry = components["schemas"]["LogoVerification"];

/** The result of a logo sync. */
export type LogosSynced = components["schemas"]["LogosSynced"];

/** How long the status of the logos is fresh, in milliseconds. */
export const logosFresh = 30_000;

/** Where each product's logo is, in the admin's order. It is polled after the first answer. */
export const logosQuery = () => ({
  ...read("/api/verify-logos", {}),
  staleTime: logosFresh,
  refetchInterval: ({ state }: { state: { data: unknown } }) => (state.data ? logosFresh : (false as const)),
});

/** Downloads from production the images that products here refer to and that are missing. */
export async function syncLogos(): Promise<LogosSynced> {
  const { data } = await client.POST("/api/sync-logos");
  return answered(data);
}
