import { queryOptions } from "@tanstack/react-query";
import { read } from "./client";
import { answered, client } from "./openapi-client";
import type { SiteSettingsInput, Texts, Theme, VerificationTags } from "./schema.gen";

export type SiteTexts = Texts;
export type Verification = VerificationTags;

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
