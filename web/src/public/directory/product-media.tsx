import { type CSSProperties, type KeyboardEvent, type MouseEvent, useState, useSyncExternalStore } from "react";
import type { ShownProduct as Product } from "../../api/schema.gen";
import { isPlainClick } from "../../history";
import { languageOf } from "../../kit/language";
import { ChainedImage } from "../../kit/tools/image-chain";
import { colorsOf } from "../../kit/tools/mark";
import { FigureOf } from "../../kit/tools/product-logo";
import { videoEmbed } from "../../kit/video-embed";
import { VideoError, VideoPlayer } from "../../kit/video-player";

/** What a tool looks like: its screenshots and its video, or else its color with one fact. */
export function ProductMedia({ product }: { product: Product }) {
  const { name, images, videoUrl } = product;
  if (images.length === 0 && !videoUrl) return <ProductArt product={product} />;
  return (
    <>
      {images.length > 0 ? <Screenshots images={images} name={name} /> : null}
      {videoUrl ? <VideoDemo key={videoUrl} link={videoUrl} name={name} /> : null}
    </>
  );
}

const mostScreenshots = 6;

/**
 * The tool's screenshots: one at a time, linked to its full size, and the others below it to choose from, also by the arrow
 * keys. The chosen one opens at full size there too.
 */
function Screenshots({ images, name }: { images: string[]; name: string }) {
  const [chosen, choose] = useState(0);
  const shots = images.slice(0, mostScreenshots);
  const choosing = (index: number) => (event: MouseEvent) => {
    if (!isPlainClick(event) || index === chosen) return;
    event.preventDefault();
    choose(index);
  };
  const onKeyDown = (index: number) => (event: KeyboardEvent<HTMLElement>) => {
    const next = index + (event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0);
    if (next === index || next < 0 || next >= shots.length) return;
    event.preventDefault();
    choose(next);
    event.currentTarget.closest("ul")?.querySelectorAll("a")[next]?.focus();
  };
  return (
    <section aria-labelledby="screenshots">
      <h2 id="screenshots" className="sr-only">
        Screenshots
      </h2>
      <a href={shots[chosen]} target="_blank" rel="noopener noreferrer" className="shot">
        <ChainedImage
          key={chosen}
          source={shots[chosen] ?? ""}
          alt={`Screenshot ${chosen + 1} of ${name}`}
          fallback={name}
        />
      </a>
      {shots.length > 1 ? (
        <ul className="shots">
          {shots.map((image, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an image may be listed twice, and the list never changes its order
            <li key={`${index} ${image}`}>
              <a
                href={image}
                target="_blank"
                rel="noopener noreferrer"
                aria-current={index === chosen}
                onClick={choosing(index)}
                onKeyDown={onKeyDown(index)}
              >
                <ChainedImage source={image} alt={`Screenshot ${index + 1}`} fallback={name} lazy />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** A tool's video. Nothing is requested from the video's host until the visitor plays it. */
function VideoDemo({ link, name }: { link: string; name: string }) {
  const [isWanted, setWanted] = useState(false);
  const embed = videoEmbed(link, useOwnHost());
  if (embed.kind === "none") return null;
  return (
    <section aria-labelledby="video-demo">
      <h2 id="video-demo" className="sr-only">
        Video Demo
      </h2>
      {embed.kind === "error" ? (
        <VideoError />
      ) : isWanted && embed.kind === "player" ? (
        <VideoPlayer autoFocus src={embed.src} title={`${name} video demo`} />
      ) : (
        <Poster
          link={link.trim()}
          name={name}
          host={embed.host}
          {...(embed.kind === "player" && { play: () => setWanted(true) })}
        />
      )}
    </section>
  );
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

/** The names of video sites, by the hosts of their players. */
const players: Record<string, string | undefined> = {
  "www.youtube.com": "YouTube",
  "player.vimeo.com": "Vimeo",
  "fast.wistia.net": "Wistia",
};

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
      className="group video-frame video-poster transition-colors hover:border-field"
    >
      <span className="play-icon grid size-18 place-items-center rounded-full border border-contrast/24 bg-contrast/10 transition-colors group-hover:bg-brass group-hover:text-ink"></span>
      <span className="mt-4 font-medium">
        {play ? "Play" : "Watch"} video <span className="sr-only">demo of {name}</span>
      </span>{" "}
      <span className="mt-1 max-w-full truncate px-4 text-[0.8125rem] text-muted">
        {play ? "Plays from" : "Opens"} {players[host] ?? host}
      </span>
    </a>
  );
}

const prices: Record<Product["type"], string | undefined> = {
  Free: "Free to use",
  Freemium: "Free to start",
  Premium: "A paid tool",
  Unknown: undefined,
};

/** Stands for the image of a tool that has none: its logo or its mark at large, its category and, if it is known, what it costs. */
function ProductArt({ product: { name, logo, logoColor, categories, type } }: { product: Product }) {
  const [category = ""] = categories;
  const price = prices[type];
  const { dark, light } = colorsOf(name);
  // Beside a logo, its own color: that of the mark would be a second one.
  const colors = logoColor ? {} : { "--dark": dark, "--pale": light };
  return (
    <div className="product-art" style={colors as CSSProperties}>
      {logo ? (
        <span aria-hidden="true" className="product-art-figure">
          <ChainedImage source={logo} alt="" fallback={name} lazy />
        </span>
      ) : (
        <svg aria-hidden="true" className="product-art-figure" viewBox="0 0 48 48">
          <FigureOf name={name} />
        </svg>
      )}
      {price ? (
        <p {...languageOf(category)} className="z-1 max-w-1/2 text-[0.8125rem] wrap-anywhere">
          {category}
        </p>
      ) : null}
      <p
        {...languageOf(price ?? category)}
        className="z-1 max-w-1/2 font-display text-[1.875rem] leading-tight wrap-anywhere"
      >
        {price ?? category}
      </p>
    </div>
  );
}
