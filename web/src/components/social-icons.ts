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

/** The platforms that have an icon of their own, by their names in lower case. */
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

/** The icon of a platform; a globe for one that we do not know. */
export const socialIcon = (platform: string) => icons.get(platform.trim().toLowerCase()) ?? IconWorld;
