import { queryOptions } from "@tanstack/react-query";
import { read } from "./client";
import { answered, client } from "./openapi-client";
import type { components } from "./schema.gen";

/** The settings that have a default. */
export type SiteSettings = components["schemas"]["SiteSettings"];
export type SiteSettingsInput = components["schemas"]["SiteSettingsInput"];
export type IndexLimits = components["schemas"]["IndexLimits"];
export type SiteTexts = components["schemas"]["Texts"];
export type Verification = components["schemas"]["VerificationTags"];

export type Theme = components["schemas"]["Theme"];
export type ThemePreset = components["schemas"]["ThemePreset"];
export type ThemeScheme = components["schemas"]["ThemeScheme"];

export const siteSettingsQuery = () => read("/api/admin/settings", {});

/** The colors and contrasts of a theme, which need not be saved. */
export const themePreviewQuery = (body: Theme) =>
  queryOptions({
    queryKey: ["theme preview", body],
    queryFn: ({ signal }) => answered(client.POST("/api/admin/settings/theme-preview", { body, signal })),
    gcTime: 0,
  });

/** Changes the settings that are named. */
export const changeSiteSettings = (body: SiteSettingsInput) => answered(client.PATCH("/api/admin/settings", { body }));
