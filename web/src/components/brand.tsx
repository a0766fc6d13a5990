import { type SyntheticEvent, useState } from "react";
import type { Site } from "../api/site";

interface BrandProps {
  siteName: string;
  logos: Site["logos"] | undefined;
  /** Which logo stands here: main in the navigation, compact in the footer. */
  type: "main" | "compact";
}

/** The site's logo, leading home. A logo that is not set or does not load leaves the name in its place. */
export function Brand({ siteName, logos, type }: BrandProps) {
  const [broken, setBroken] = useState("");
  const logo = logos?.find((candidate) => candidate.type === type);
  const height = type === "main" ? 40 : 32;
  return (
    <a href="/" className="inline-flex min-h-11 shrink-0 items-center rounded" aria-label={`${siteName}, home`}>
      {logo && logo.url !== broken ? (
        <img
          src={logo.url}
          alt={siteName}
          height={height}
          className="w-auto max-w-[200px] object-contain"
          style={{ height }}
          ref={(image) => {
            if (image && failedAlready(image)) setBroken(logo.url);
          }}
          onError={(event: SyntheticEvent<HTMLImageElement>) => {
            event.currentTarget.hidden = true;
            setBroken(logo.url);
          }}
        />
      ) : (
        <Wordmark siteName={siteName} />
      )}
    </a>
  );
}

/** An image can fail before the page is hydrated; nobody hears its error then. */
const failedAlready = (image: HTMLImageElement) => image.complete && image.naturalWidth === 0;

/** The site's name, with a brass full stop. */
function Wordmark({ siteName }: { siteName: string }) {
  return (
    <span className="font-display text-[1.75rem] leading-none tracking-tight">
      {siteName}
      <span aria-hidden="true" className="text-brass">
        .
      </span>
    </span>
  );
}
