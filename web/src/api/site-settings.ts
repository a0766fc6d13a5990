import { read } from "./client";
import { answered, client } from "./openapi-client";
import type { components } from "./schema.gen";

/** The settings that have a default. */
export type SiteSettings = components["schemas"]["SiteSettings"];
export type SiteSettingsInput = components["schemas"]["SiteSettingsInput"];
export type IndexLimits = components["schemas"]["IndexLimits"];
export type SiteTexts = components["schemas"]["Texts"];
export type Verification = components["schemas"]["VerificationTags"];

export type IndexNowCall = components["schemas"]["IndexNowCall"];

export const siteSettingsQuery = () => read("/api/admin/settings", {});

/** The newest calls of IndexNow, the newest first. */
export const indexNowCallsQuery = () => read("/api/admin/indexnow", {});

/** Changes the settings that are named. */
export async function changeSiteSettings(body: SiteSettingsInput) {
  const { data } = await client.PATCH("/api/admin/settings", { body });
  return answered(data);
}
