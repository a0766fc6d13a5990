import { type SyntheticEvent, useState } from "react";
import type { Site } from "../../api/schema.gen";

interface BrandProps {
  siteName: string;
  logos: Site["logos"] | undefined;
  /** Which of the site's logos: main in the navigation, compact in the footer. */
  type: "main" | "compact";
}

/**
 * The site's logo, linked to home. A logo that is not set or does not load is replaced by the site's name. In the
 * navigation it leaves space for the search: a wide logo is scaled down, a long name is cut.
 */
export function Brand({ siteName, logos, type }: BrandProps) {
  const [broken, setBroken] = useState("");
  const logo = logos?.find((candidate) => candidate.type === type);
  const height = type === "main" ? 40 : 32;
  return (
    <a
      href="/"
      className="inline-flex min-h-11 max-w-full min-w-0 items-center rounded"
      aria-label={`${siteName}, home`}
    >
      {logo && logo.url !== broken ? (
        <img
          src={logo.url}
          alt={siteName}
          height={height}
          className="w-auto max-w-[200px] min-w-0 object-contain object-left"
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
        <Wordmark siteName={siteName} isCut={type === "main"} />
      )}
    </a>
  );
}

/** An image can fail before the page is hydrated, when nothing listens for its error yet. */
const failedAlready = (image: HTMLImageElement) => image.complete && image.naturalWidth === 0;

/** The site's name with a brass full stop. */
function Wordmark({ siteName, isCut }: { siteName: string; isCut: boolean }) {
  return (
    <span
      className={`font-display text-[length:var(--brand-size,1.75rem)] leading-tight tracking-tight ${isCut ? "truncate" : ""}`}
    >
      {siteName}
      <span aria-hidden="true" className="text-brass">
        .
      </span>
    </span>
  );
}
