/** How to show a video link: not at all, as a player with this URL, as a plain link, or as an error. */
type VideoEmbed =
  | { kind: "none" }
  | { kind: "player"; src: string; host: string }
  | { kind: "link"; host: string }
  | { kind: "error" };

/** The video providers. "custom" is any other host. */
export const videoHosts = ["youtube", "vimeo", "wistia", "custom"] as const;
export type VideoHost = (typeof videoHosts)[number];

/** Returns the provider of a video link. */
export function videoHost(link: string): VideoHost {
  const address = parseAddress(link.trim());
  return (address && providerOf(address)?.name) ?? "custom";
}

/**
 * Turns a video link into a player URL. Links to YouTube, Vimeo and Wistia are parsed and rebuilt from the video's id
 * only. Any other https URL is used as it is, except one on our own host, which must not get a player's permissions. An
 * https page may not embed an http URL, so that stays a link. `ownHost` is empty where it is unknown (on the server).
 * The link is read as one to `host`, by default its own provider; a link to another provider is an error.
 */
export function videoEmbed(link: string, ownHost = "", host = videoHost(link)): VideoEmbed {
  const text = link.trim();
  if (text === "") return { kind: "none" };
  const address = parseAddress(text);
  if (!address) return failed;
  if (host !== "custom") {
    const provider = providerOf(address);
    const src = provider?.name === host ? provider.player(address) : null;
    return src === null ? failed : player(src);
  }
  if (isOwn(text, ownHost)) return failed;
  return address.scheme === "https" ? player(text) : { kind: "link", host: address.host };
}

interface Address {
  scheme: string;
  host: string;
  path: string;
  query: string;
}

interface Provider {
  name: VideoHost;
  hosts: RegExp;
  /** Returns the player's URL, or null if the link names no video. */
  player: (address: Address) => string | null;
}

const providers: Provider[] = [
  {
    name: "youtube",
    hosts: /^(www\.|m\.|music\.)?youtube\.com$/,
    player: youTube,
  },
  { name: "youtube", hosts: /^(www\.)?youtu\.be$/, player: ({ path }) => youTubeVideo(path.replace(/^\/|\/$/g, "")) },
  { name: "vimeo", hosts: /^((www|player)\.)?vimeo\.com$/, player: vimeo },
  { name: "wistia", hosts: /^([a-z0-9-]+\.)?wistia\.(com|net)$/, player: wistia },
];

const providerOf = ({ host }: Address) => providers.find(({ hosts }) => hosts.test(host));

/** A playlist and a channel's live stream have players of their own, whose names look like the id of a video. */
function youTube({ path, query }: Address): string | null {
  const [, kind = "", id = ""] = /^\/([^/]+)(?:\/([^/]+))?\/?$/.exec(path) ?? [];
  const live = /^\/channel\/([^/]+)\/live\/?$/.exec(path)?.[1];
  if (live ?? id === "live_stream") return youTubeLive(live ?? parameter(query, "channel"));
  const video = kind === "watch" && id === "" ? parameter(query, "v") : id;
  if (id === "videoseries" || (video === "" && /^(playlist|watch|embed)$/.test(kind)))
    return youTubePlaylist(parameter(query, "list"));
  return /^(watch|embed|shorts|live|v|e)$/.test(kind) ? youTubeVideo(video) : null;
}

function youTubeVideo(id: string): string | null {
  const isVideo = /^[A-Za-z0-9_-]{11}$/.test(id) && id !== "videoseries" && id !== "live_stream";
  return isVideo ? `https://www.youtube.com/embed/${id}` : null;
}

/** Playlists of people, uploads, favorites and albums; the others belong to a viewer and play for nobody else. */
function youTubePlaylist(id: string): string | null {
  const isPublic = /^(PL|UU|FL|OL)[A-Za-z0-9_-]{10,62}$/.test(id);
  return isPublic ? `https://www.youtube.com/embed/videoseries?list=${id}` : null;
}

function youTubeLive(channel: string): string | null {
  const isChannel = /^UC[A-Za-z0-9_-]{22}$/.test(channel);
  return isChannel ? `https://www.youtube.com/embed/live_stream?channel=${channel}` : null;
}

const vimeoPage =
  /^\/(?:video\/|videos\/|manage\/videos\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/|(?:showcase|album)\/\d{1,12}\/video\/)?(\d{1,12})(?:\/([0-9a-f]{1,40}))?\/?$/;

/** An unlisted video has a hash after its id, in the path of its page or as the player's parameter h. */
function vimeo({ path, query }: Address): string | null {
  const showcase = /^\/(?:showcase|album)\/(\d{1,12})(?:\/embed2?)?\/?$/.exec(path)?.[1];
  if (showcase) return `https://vimeo.com/showcase/${showcase}/embed`;
  const event = /^\/event\/(\d{1,12})(?:\/embed)?\/?$/.exec(path)?.[1];
  if (event) return `https://vimeo.com/event/${event}/embed`;
  const page = vimeoPage.exec(path);
  if (!page) return null;
  const hash = page[2] ?? parameter(query, "h");
  if (!/^[0-9a-f]{0,40}$/.test(hash)) return null;
  return `https://player.vimeo.com/video/${page[1]}${hash === "" ? "" : `?h=${hash}`}`;
}

function wistia({ path }: Address): string | null {
  const id = /\/(?:medias|embed\/iframe)\/([A-Za-z0-9]{1,20})\/?$/.exec(path)?.[1];
  return id ? `https://fast.wistia.net/embed/iframe/${id}` : null;
}

/**
 * Returns the parts of an absolute http(s) URL, or null. It is stricter than browsers, which repair odd input:
 * credentials, backslashes, whitespace and control characters are rejected. (The server's engine has no URL class.)
 */
function parseAddress(text: string): Address | null {
  const parts = /^(https?):\/\/([^\s/?#@:\\\p{Cc}]+)(?::\d{1,5})?(\/[^?#]*)?(?:\?([^#]*))?(?:#.*)?$/iu.exec(text);
  if (!parts || /[\s\\\p{Cc}]/u.test(text)) return null;
  const [, scheme = "", host = "", path = "/", query = ""] = parts;
  return { scheme: scheme.toLowerCase(), host: host.toLowerCase(), path, query };
}

function parameter(query: string, name: string): string {
  const pair = query.split("&").find((part) => part.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) ?? "";
}

/** Reports whether a link is on our own host as a browser resolves it: many spellings mean the same host. */
function isOwn(text: string, ownHost: string): boolean {
  if (ownHost === "") return false;
  const host = URL.canParse(text) ? new URL(text).hostname : ownHost;
  return host.replace(/\.$/, "") === ownHost;
}

const failed: VideoEmbed = { kind: "error" };

const player = (src: string): VideoEmbed => ({ kind: "player", src, host: parseAddress(src)?.host ?? "" });
