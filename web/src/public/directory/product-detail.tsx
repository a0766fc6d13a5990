import "./product.css";
import { IconArrowUpRight, IconPlayerPlayFilled } from "@tabler/icons-react";
import {
  type ComponentType,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type ToggleEvent,
  useState,
  useSyncExternalStore,
} from "react";
import type { Product } from "../../api/schema.gen";
import { isPlainClick } from "../../history";
import { Badge } from "../../kit/badge";
import { buttonStyle, QuietLink } from "../../kit/button";
import { languageOf } from "../../kit/language";
import { ChainedImage } from "../../kit/tools/image-chain";
import { lightOf } from "../../kit/tools/light";
import { ProductLogo } from "../../kit/tools/product-logo";
import { ProductBreadcrumb } from "../../kit/tools/product-missing";
import { websiteLink } from "../../kit/tools/tool-buttons";
import { TypeBadge } from "../../kit/tools/type-badge";
import { videoEmbed } from "../../kit/video-embed";
import { VideoError, VideoPlayer } from "../../kit/video-player";
import { categoryAddress, useSite } from "../../site";
import { slots } from "../../slots";
import { layout, ProductPanels, PromoBanner } from "./product-panels";

/** The page of a tool, with its accent color. The id is the one in the URL, or the slug. */
export function ProductDetail({ product, id }: { product: Product; id: string }) {
  const { name, description, useCases, images, videoUrl, promoText } = product;
  return (
    <article style={{ "--light": lightOf(product) } as CSSProperties}>
      <ProductBreadcrumb product={product} />
      <div className={layout.grid}>
        <ProductHeader product={product} />
        {promoText ? <PromoBanner text={promoText} /> : null}
        <div className={layout.story}>
          <Block title="About">
            <p
              {...languageOf(description)}
              className="max-w-176 text-[1.0625rem] leading-[1.65] whitespace-pre-line text-prose wrap-anywhere"
            >
              {description}
            </p>
          </Block>
          {videoUrl ? (
            <Block title="Video Demo">
              <VideoDemo key={videoUrl} link={videoUrl} name={name} />
            </Block>
          ) : null}
          {useCases ? (
            <Block title="Use Cases">
              <UseCases text={useCases} />
            </Block>
          ) : null}
          {images.length > 0 ? (
            <Block title="Screenshots">
              <Screenshots images={images} name={name} />
            </Block>
          ) : null}
          <ListedBadge product={product} />
        </div>
        <ProductPanels product={product} id={id} />
      </div>
    </article>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 font-display text-[1.875rem] leading-tight">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The use cases, one per line as they were written; an empty line starts a paragraph. */
function UseCases({ text }: { text: string }) {
  return (
    <ul {...languageOf(text)} className="grid max-w-176 gap-2.5 leading-[1.6] text-prose wrap-anywhere">
      {useCaseLines(text).map(({ at, line, startsParagraph }) => (
        <li key={at} className={`use-case ${startsParagraph ? "mt-4" : ""}`}>
          {line}
        </li>
      ))}
    </ul>
  );
}

/** The lines that say something, with whether an empty one stood before. Bullets typed before each would stand twice. */
function useCaseLines(text: string) {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  return lines.flatMap((line, at) => {
    if (line === "") return [];
    return { at, line: line.replace(/^[-–—•*]\s+/, ""), startsParagraph: at > 0 && lines[at - 1] === "" };
  });
}

const mostScreenshots = 6;

/** The tool's screenshots, each linked to its full size. */
function Screenshots({ images, name }: { images: string[]; name: string }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {images.slice(0, mostScreenshots).map((image, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an image may be listed twice, and the list never changes its order
        <li key={`${index} ${image}`} className="sm:first:nth-last-[odd]:col-span-full">
          <a
            href={image}
            target="_blank"
            rel="noopener noreferrer"
            className="block aspect-16/10 overflow-hidden rounded-[calc(0.875rem*var(--corners,1))] border border-line bg-raised text-2xl/normal"
          >
            <ChainedImage source={image} alt={`Screenshot ${index + 1} of ${name}`} fallback={name} lazy />
          </a>
        </li>
      ))}
    </ul>
  );
}

type Snippets = ComponentType<{ product: Product }>;

/**
 * For the tool's makers: a badge for their own website. What it shows is loaded when it is opened, as few visitors do
 * so.
 */
export function ListedBadge({ product }: { product: Product }) {
  const [Loaded, setLoaded] = useState<Snippets | "failed">();
  const load = async (event: ToggleEvent<HTMLDetailsElement>) => {
    if (!event.currentTarget.open) return;
    const loaded = await import("./badge-snippets").catch(() => undefined);
    setLoaded(() => loaded?.BadgeSnippets ?? "failed");
  };
  return (
    <details
      className="max-w-176 rounded-panel border border-hairline text-sm noscript:hidden"
      onToggle={(event) => void load(event)}
    >
      <summary className="min-h-11 cursor-pointer rounded-panel px-5 py-3 text-muted transition-colors hover:text-text">
        Your tool? Show that it's listed here
      </summary>
      <div className="min-h-40 px-5 pt-1 pb-5">
        {Loaded === "failed" ? <p role="alert">Couldn't load the badge. Reload the page to try again.</p> : null}
        {Loaded && Loaded !== "failed" ? <Loaded product={product} /> : null}
      </div>
    </details>
  );
}

/** A tool's video. Nothing is requested from the video's host until the visitor plays it. */
function VideoDemo({ link, name }: { link: string; name: string }) {
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

/** The tool's logo, name, short description and links. */
function ProductHeader({ product }: { product: Product }) {
  const { name, isFeatured } = product;
  const site = useSite();
  const [category] = product.categories;
  return (
    <header className={layout.stage}>
      <span data-logo="" data-logo-stage="" className="shrink-0">
        <ProductLogo product={product} size="detail" alt={`${name} logo`} />
      </span>
      <div className="min-w-36 flex-1">
        <h1 {...languageOf(name)} className="page-title font-display wrap-anywhere">
          {name}
        </h1>
        <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-muted">
          {category === undefined ? (
            <span>Tool</span>
          ) : (
            <QuietLink href={categoryAddress(site, category)} {...languageOf(category)} className="wrap-anywhere">
              {category}
            </QuietLink>
          )}
          <TypeBadge type={product.type} />
          {isFeatured ? <Badge tone="featured">Featured</Badge> : null}
        </p>
      </div>
      <div className={layout.visit}>
        <div className="flex max-w-full gap-2 max-sm:w-full">
          <a
            href={product.website}
            {...websiteLink(product)}
            className={buttonStyle({ tone: "brass", size: "large", className: "min-w-0 max-sm:flex-1 max-sm:px-3!" })}
          >
            <span className="truncate">Visit {name}</span>
            <IconArrowUpRight size={18} aria-hidden="true" className="shrink-0 max-sm:hidden" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
          {[...slots.toolButtons].reverse().map(({ action, className, attributes }) => (
            <button
              key={action}
              {...attributes(product)}
              className={buttonStyle({ size: "large", className: `${className} w-12 shrink-0 px-0!` })}
              aria-label={`${action} ${name}`}
              data-tooltip={action}
            />
          ))}
        </div>
        <a
          href="/affiliate-disclaimer"
          className="inline-flex min-h-11 items-center text-xs/normal text-muted underline decoration-dim underline-offset-[0.25em] transition-colors hover:text-text md:min-h-6"
        >
          We may earn a commission from this link
        </a>
      </div>
    </header>
  );
}
