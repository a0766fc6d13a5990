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
