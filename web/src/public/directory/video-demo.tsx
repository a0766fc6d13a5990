import { IconPlayerPlayFilled } from "@tabler/icons-react";
import { type MouseEvent, useState, useSyncExternalStore } from "react";
import { isPlainClick } from "../../kit/plain-click";
import { videoEmbed } from "../../kit/video-embed";
import { VideoError, VideoPlayer } from "../../kit/video-player";

/** A tool's video. Nothing is requested from the video's host until the visitor plays it. */
export function VideoDemo({ link, name }: { link: string; name: string }) {
  const [isWanted, setWanted] = useState(false);
  const embed = videoEmbed(link, useOwnHost());
  if (embed.kind === "none") return null;
  if (embed.kind === "error") return <VideoError />;
  if (embed.kind === "link") return <Poster link={link.trim()} name={name} host={embed.host} />;
  if (isWanted) return <VideoPlayer autoFocus src={embed.src} title={`${name} video demo`} />;
  return <Poster link={link.trim()} name={name} host={embed.host} play={() => setWanted(true)} />;
}

/** The page's own host; empty on the server, which does not know it. */
const useOwnHost = () => useSyncExternalStore(neverChanges, readOwnHost, () => "");
const neverChanges = () => () => undefined;
const readOwnHost = () => location.hostname;

interface PosterProps {
  link: string;
  name: string;
  host: string;
  /** Shows the player; without it, the video is only a link. */
  play?: () => void;
}

/** The placeholder of the video until it is played. Without scripts or a player, it links to the video itself. */
function Poster({ link, name, host, play }: PosterProps) {
  const onClick = (event: MouseEvent) => {
    if (!play || !isPlainClick(event)) return;
    event.preventDefault();
    play();
  };
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      onClick={onClick}
      className="group video-frame video-poster transition-colors hover:border-line-strong"
    >
      <span className="grid size-18 place-items-center rounded-full border border-contrast/24 bg-contrast/10 transition-colors group-hover:bg-brass group-hover:text-ink">
        <IconPlayerPlayFilled size={26} aria-hidden="true" />
      </span>
      <span className="mt-4 font-medium">
        {play ? "Play" : "Watch"} video <span className="sr-only">demo of {name}</span>
      </span>{" "}
      <span className="mt-1 max-w-full truncate px-4 text-[0.8125rem] text-muted">
        {play ? "Loads from" : "Opens"} {host}
      </span>
    </a>
  );
}
