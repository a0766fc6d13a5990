import type { SocialLinkInput } from "../../../api/social-media";
import { isWebAddress, required, text } from "../../../kit/admin/field-rules";

/** The maximum lengths of a platform's name and of a URL, in characters. */
export const limits = { platform: 50, url: 500 };

/** The values of a social link's form. The order is the typed text. */
export interface SocialValues {
  platform: string;
  url: string;
  isActive: boolean;
  displayOrder: string;
}

export const noLink: SocialValues = { platform: "", url: "", isActive: true, displayOrder: "0" };

/** The server checks the same rules, and decides. */
export const socialRules = {
  platform: required(limits.platform, "Platform is required"),
  url: (url: string) => text(limits.url)(url) ?? (isWebAddress(url.trim()) ? undefined : "Please enter a valid URL"),
};

/** Returns the whole number that a text starts with, or 0. */
export function orderIn(text: string): number {
  const order = Number.parseInt(text, 10);
  return Number.isNaN(order) ? 0 : order;
}

/** Returns the input for a valid form. */
export const inputOf = ({ displayOrder, ...link }: SocialValues): SocialLinkInput => ({
  ...link,
  displayOrder: orderIn(displayOrder),
});

/** A platform that can be chosen with one click, and the start of its URLs. */
export interface Platform {
  name: string;
  prefix: string;
}

export const platforms: Platform[] = [
  { name: "Facebook", prefix: "https://facebook.com/" },
  { name: "Twitter", prefix: "https://twitter.com/" },
  { name: "Instagram", prefix: "https://instagram.com/" },
  { name: "LinkedIn", prefix: "https://linkedin.com/company/" },
  { name: "YouTube", prefix: "https://youtube.com/@" },
  { name: "TikTok", prefix: "https://tiktok.com/@" },
  { name: "Snapchat", prefix: "https://snapchat.com/add/" },
  { name: "Pinterest", prefix: "https://pinterest.com/" },
  { name: "Discord", prefix: "https://discord.gg/" },
  { name: "Telegram", prefix: "https://t.me/" },
  { name: "WhatsApp", prefix: "https://wa.me/" },
  { name: "Reddit", prefix: "https://reddit.com/r/" },
  { name: "Twitch", prefix: "https://twitch.tv/" },
  { name: "GitHub", prefix: "https://github.com/" },
  { name: "Medium", prefix: "https://medium.com/@" },
];

/**
 * Returns the URL to continue from when a platform is chosen: its prefix, unless the URL already is on that platform.
 */
export const addressOn = ({ prefix }: Platform, address: string) =>
  address.trim().startsWith(prefix) ? address : prefix;
