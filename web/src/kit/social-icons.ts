import {
  IconBrandDiscord,
  IconBrandFacebook,
  IconBrandGithub,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandMedium,
  IconBrandPinterest,
  IconBrandReddit,
  IconBrandSnapchat,
  IconBrandTelegram,
  IconBrandTiktok,
  IconBrandTwitch,
  IconBrandTwitter,
  IconBrandWhatsapp,
  IconBrandYoutube,
  IconWorld,
} from "@tabler/icons-react";

/** The icons of known platforms, by name in lower case. */
const icons = new Map([
  ["facebook", IconBrandFacebook],
  ["twitter", IconBrandTwitter],
  ["instagram", IconBrandInstagram],
  ["linkedin", IconBrandLinkedin],
  ["youtube", IconBrandYoutube],
  ["tiktok", IconBrandTiktok],
  ["snapchat", IconBrandSnapchat],
  ["pinterest", IconBrandPinterest],
  ["discord", IconBrandDiscord],
  ["telegram", IconBrandTelegram],
  ["whatsapp", IconBrandWhatsapp],
  ["reddit", IconBrandReddit],
  ["twitch", IconBrandTwitch],
  ["github", IconBrandGithub],
  ["medium", IconBrandMedium],
]);

/** Returns a platform's icon, or a globe for an unknown platform. */
export const socialIcon = (platform: string) => icons.get(platform.trim().toLowerCase()) ?? IconWorld;
