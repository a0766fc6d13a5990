import "./product-logo.css";
import type { CSSProperties } from "react";
import type { ProductCard } from "../../api/schema.gen";
import { ImageAttempts, pictureOf } from "./image-chain";
import { firstAttempt, initials } from "./images";
import type { Lit } from "./light";
import { colorsOf, pathsOf } from "./mark";

/** The width of each size, as in product-logo.css. */
export const logoSizes = { small: "2.5rem", card: "4rem", detail: "(width < 40rem) 4.5rem, 6rem" };

interface ProductLogoProps {
  product: Lit & Pick<ProductCard, "logo"> & Partial<Pick<ProductCard, "categories">>;
  size?: keyof typeof logoSizes;
  /** Empty where the name is next to the logo, so that screen readers read it once. */
  alt?: string;
  /** Loads the logo only when it is near the viewport; the default for cards. */
  lazy?: boolean;
}

/** A product's logo on its tile, or the mark of its name. A name without letters has the initials of its main category. */
export function ProductLogo({ product, size = "card", alt = "", lazy = size === "card" }: ProductLogoProps) {
  return <Logo name={product.name} {...splitLogo(product, size, alt)} size={size} alt={alt} lazy={lazy} />;
}

/** Returns what a logo is rendered from: the texts of its image or its mark, and how many of them there are. */
export function splitLogo(product: ProductLogoProps["product"], size: keyof typeof logoSizes, alt: string) {
  const { name, logo, categories: [category] = [] } = product;
  const { src = "", srcSet = "" } = firstAttempt(logo, logoSizes[size]) ?? {};
  const { light: tile, ground, figure } = colorsOf(name);
  const letters = src ? "" : initials(name, category ?? alt);
  const paths = src ? [] : pathsOf(name);
  return {
    shape: { hasImage: src !== "", hasSrcSet: srcSet !== "", paths: paths.length },
    texts: { src, srcSet, tile, ground, figure, letters, letterSize: letterSizeOf(letters), ...textsOf(paths) },
  };
}

const textsOf = (paths: ReturnType<typeof pathsOf>): Record<string, string> =>
  Object.fromEntries(
    paths.flatMap(({ d, opacity }, i) => [
      [`d${i}`, d],
      [`opacity${i}`, String(opacity)],
    ]),
  );

/** Two letters are smaller, and wide ones smaller still, so that they don't reach into the figure. */
const letterSizeOf = (letters: string) =>
  /^.$/u.test(letters) ? "13" : /[MW\u2e80-\u{10ffff}]/u.test(letters) ? "10.5" : "11.5";

type LogoProps = ReturnType<typeof splitLogo> & { name: string } & Required<
    Pick<ProductLogoProps, "size" | "alt" | "lazy">
  >;

/** A logo rendered from its texts. */
export function Logo({ name, shape, texts, size, alt, lazy }: LogoProps) {
  const { hasImage, hasSrcSet } = shape;
  const first = hasSrcSet ? { src: texts.src, srcSet: texts.srcSet } : { src: texts.src };
  return (
    <span className={`logo logo-${size}`} style={{ "--tile": texts.tile } as CSSProperties}>
      {hasImage ? (
        <ImageAttempts
          {...first}
          alt={alt}
          instead={<MarkOf name={name} alt={alt} />}
          sizes={logoSizes[size]}
          lazy={lazy}
        />
      ) : (
        <Mark shape={shape} texts={texts} alt={alt} />
      )}
    </span>
  );
}

/** The mark of a product whose logo could not be loaded. */
const MarkOf = ({ name, alt }: { name: string; alt: string }) => (
  <Mark {...splitLogo({ name, logo: "", logoColor: "" }, "card", alt)} alt={alt} />
);

function Mark({ shape, texts, alt }: Pick<LogoProps, "shape" | "texts" | "alt">) {
  const { ground, figure, letters, letterSize } = texts;
  const named: Record<string, string> = texts;
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: pictureOf hides it or names it
    <svg {...pictureOf(alt)} className="mark" viewBox="0 0 48 48" style={{ background: ground, color: figure }}>
      {Array.from({ length: shape.paths }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other identity
        <path key={i} d={named[`d${i}`]} opacity={named[`opacity${i}`]} />
      ))}
      <text x="6.5" y="41.5" fontSize={letterSize}>
        {letters}
      </text>
    </svg>
  );
}
