import { read } from "./client";
import { answered, client } from "./openapi-client";
import type { components } from "./schema.gen";

export type SocialLink = components["schemas"]["SocialLink"];
export type SocialLinkInput = components["schemas"]["SocialLinkInput"];

/** The site's social links, for an administrator all of them, in their order. */
export const socialLinksQuery = () => read("/api/social-media", {});

export async function addSocialLink(body: SocialLinkInput) {
  const { data } = await client.POST("/api/social-media", { body });
  return answered(data);
}

/** Shows a link to visitors or hides it. */
export async function switchSocialLink({ id, isActive }: Pick<SocialLink, "id" | "isActive">) {
  const { data } = await client.PUT("/api/social-media/{id}", { params: { path: { id } }, body: { isActive } });
  return answered(data);
}

export async function deleteSocialLink(id: number) {
  await client.DELETE("/api/social-media/{id}", { params: { path: { id } } });
}

/** Reorders the links; fails without a change if one of them does not exist. */
export async function reorderSocialLinks(updates: Pick<SocialLink, "id" | "displayOrder">[]) {
  const { data } = await client.PATCH("/api/social-media/reorder", { body: { updates } });
  return answered(data);
}
