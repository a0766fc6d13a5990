import { read } from "./client";
import { answered, client } from "./openapi-client";
import type { LogoSetting, LogoSettingInput } from "./schema.gen";

export type SiteLogo = LogoSetting;
/** The input for a logo; the server reads type and size from the file itself. */
export type SiteLogoInput = LogoSettingInput & Pick<SiteLogo, "mimeType" | "fileSize">;
export type LogoType = SiteLogo["type"];

/** The site's logos, at most one of each type. */
export const siteLogosQuery = () => read("/api/logo-settings", {});

/** Saves a logo; it replaces the one of its type. */
export const saveSiteLogo = (body: SiteLogoInput) => answered(client.POST("/api/logo-settings", { body }));

export const deleteSiteLogo = (id: number) => client.DELETE("/api/logo-settings/{id}", { params: { path: { id } } });
