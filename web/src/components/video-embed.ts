/** What to show for a video link: nothing, a player's address, the link itself, or that no player can be made of it. */
export type VideoEmbed =
  | { kind: "none" }
  | { kind: "player"; src: string; host: string }
  | { kind: "link"; host: string }
  | { kind: "error" };

/** Who can play a video. Custom is whoever the address names. */
export const videoHosts = ["youtube", "vimeo", "wistia", "custom"] as const;
export type VideoHost = (typeof videoHosts)[number];

/** Who plays the video of this link. */
export function videoHost(link: string): VideoHost {
  const address = parseAddress(link.trim());
  return (address && providerOf(address)?.name) ?? "custom";
}

/**
 * Makes a player's address of a video link. Links to YouTube, Vimeo and Wistia are parsed and built anew from the
 * video's id alone; any other https address is used as it is, but for one on our own host, which a player's rights are
 * not to be given to. A page on https may load nothing from an http address, which stays a link. `ownHost` is empty
 * where it is not known (on the server). The link is read as one to `host`, and as one to its own where none is said: a
 * link to another than the host said makes no player.
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
  /** The player's address, or null where the link names no video. */
  player: (address: Address) => string | null;
}

const providers: Provider[] = [
  {
    name: "youtube",
    hosts: /^(www\.|m\.)?youtube\.com$/,
    player: ({ path, query }) => youTube(youTubeId(path, query)),
  },
  { name: "youtube", hosts: /^youtu\.be$/, player: ({ path }) => youTube(path.slice(1)) },
  { name: "vimeo", hosts: /^((www|player)\.)?vimeo\.com$/, player: vimeo },
  { name: "wistia", hosts: /^([a-z0-9-]+\.)?wistia\.(com|net)$/, player: wistia },
];

const providerOf = ({ host }: Address) => providers.find(({ hosts }) => hosts.test(host));

function youTubeId(path: string, query: string): string {
  return /^\/(?:embed|shorts|live)\/([^/]+)\/?$/.exec(path)?.[1] ?? (path === "/watch" ? parameter(query, "v") : "");
}

function youTube(id: string): string | null {
  return /^[A-Za-z0-9_-]{11}$/.test(id) ? `https://www.youtube.com/embed/${id}` : null;
}

/** An unlisted video has a hash behind its id, in the path of its page or as the parameter h of its player. */
function vimeo({ path, query }: Address): string | null {
  const page = /^\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d{1,12})(?:\/([0-9a-f]{1,40}))?\/?$/.exec(
    path,
  );
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
 * The parts of an absolute http(s) address. Stricter than a browser, which mends what is odd: names and passwords,
 * backslashes, blanks and control characters make it no address. (The engine on the server has no URL.)
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

/** Compares as the browser would go there: it reads many spellings of a host as the same one. */
function isOwn(text: string, ownHost: string): boolean {
  if (ownHost === "") return false;
  const host = URL.canParse(text) ? new URL(text).hostname : ownHost;
  return host.replace(/\.$/, "") === ownHost;
}

const failed: VideoEmbed = { kind: "error" };

const player = (src: string): VideoEmbed => ({ kind: "player", src, host: parseAddress(src)?.host ?? "" });
