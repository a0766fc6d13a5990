import * as z from "zod/mini";
import type { SocialLinkInput } from "../../../api/social-media";
import { given, isWebAddress, lengthOf, tooMany } from "../../field-rules";

/** How long a platform's name and an address may be, in characters. */
export const limits = { platform: 50, url: 500 };

/** The form of a social link. The order is the text that was typed. */
export interface SocialValues {
  platform: string;
  url: string;
  isActive: boolean;
  displayOrder: string;
}

export const noLink: SocialValues = { platform: "", url: "", isActive: true, displayOrder: "0" };

/** The server has the same rules, and the last word. */
export const socialRules = z.object({
  platform: given(limits.platform, "Platform is required"),
  url: z.string().check(
    z.trim(),
    z.refine((url) => lengthOf(url) <= limits.url, tooMany(limits.url)),
    z.refine(isWebAddress, "Please enter a valid URL"),
  ),
  isActive: z.boolean(),
  displayOrder: z.string(),
});

/** The whole number that a text begins with; 0 where it begins with none. */
export function orderIn(text: string): number {
  const order = Number.parseInt(text, 10);
  return Number.isNaN(order) ? 0 : order;
}

/** What is sent of a form in which nothing is wrong. */
export const inputOf = ({ displayOrder, ...link }: SocialValues): SocialLinkInput => ({
  ...link,
  displayOrder: orderIn(displayOrder),
});
