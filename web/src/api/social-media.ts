import { read } from "./client";
import { answered, client } from "./openapi-client";
import type { SocialLink, SocialLinkInput } from "./schema.gen";

/** The site's social links, for an administrator all of them, in their order. */
export const socialLinksQuery = () => read("/api/social-media", {});

export const addSocialLink = (body: SocialLinkInput) => answered(client.POST("/api/social-media", { body }));

/** Shows a link to visitors or hides it. */
export const switchSocialLink = ({ id, isActive }: Pick<SocialLink, "id" | "isActive">) =>
  answered(client.PUT("/api/social-media/{id}", { params: { path: { id } }, body: { isActive } }));

export const deleteSocialLink = (id: number) => client.DELETE("/api/social-media/{id}", { params: { path: { id } } });

/** Reorders the links; fails without a change if one of them does not exist. */
export const reorderSocialLinks = (updates: Pick<SocialLink, "id" | "displayOrder">[]) =>
  answered(client.PATCH("/api/social-media/reorder", { body: { updates } }));
