import "./product-logo.css";
import { type CSSProperties, useEffect, useRef, useSyncExternalStore } from "react";
import type { ProductCard } from "../../api/schema.gen";
import { ImageAttempts, pictureOf } from "./image-chain";
import { firstAttempt, initials } from "./images";
import type { Lit } from "./mark";
import { colorsOf, drawing, onDrawing } from "./mark";

/** The width of each size, as in product-logo.css. */
export const logoSizes = { small: "2.5rem", card: "4rem", detail: "(width < 40rem) 4rem, 6rem" };

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
  const shownInitials = src ? "" : initials(name, category ?? alt);
  const paths = src ? [] : (drawing()?.(name) ?? []);
  return {
    shape: { hasImage: src !== "", hasSrcSet: srcSet !== "", paths: paths.length },
    texts: {
      src,
      srcSet,
      tile,
      ground,
      figure,
      initials: shownInitials,
      fontSize: initialsSize(shownInitials),
      ...textsOf(paths),
    },
  };
}

const textsOf = (paths: { d: string; opacity: number }[]): Record<string, string> =>
  Object.fromEntries(
    paths.flatMap(({ d, opacity }, i) => [
      [`d${i}`, d],
      [`opacity${i}`, String(opacity)],
    ]),
  );

/** The font size of initials: smaller for two, and for wide ones, so that they stay clear of the figure. */
const initialsSize = (text: string) =>
  /^.$/u.test(text) ? "13" : /[MW\u2e80-\u{10ffff}]/u.test(text) ? "10.5" : "11.5";

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
        <Mark name={name} shape={shape} texts={texts} alt={alt} />
      )}
    </span>
  );
}

/** The mark of a product whose logo could not be loaded. */
const MarkOf = ({ name, alt }: { name: string; alt: string }) => (
  <Mark name={name} {...splitLogo({ name, logo: "", logoColor: "" }, "card", alt)} alt={alt} />
);

function Mark({ name, shape, texts, alt }: Pick<LogoProps, "name" | "shape" | "texts" | "alt">) {
  const { ground, figure, initials, fontSize } = texts;
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: pictureOf hides it or names it
    <svg {...pictureOf(alt)} className="mark" viewBox="0 0 48 48" style={{ background: ground, color: figure }}>
      <Figure name={name} paths={shape.paths} texts={texts} />
      <text x="6.5" y="41.5" fontSize={fontSize}>
        {initials}
      </text>
    </svg>
  );
}

/** The figure of a name's mark alone, where no list's markup is kept. */
export const FigureOf = ({ name }: { name: string }) => <Figure name={name} {...drawnLate(drawing()?.(name) ?? [])} />;

/**
 * The mark's paths are markup, not elements: a browser keeps those that the server has drawn, and needs no code for them. For a
 * tool that comes later it loads the code.
 */
function Figure({ name, paths, texts }: { name: string; paths: number; texts: Record<string, string> }) {
  const box = useRef<SVGGElement>(null);
  const draw = useSyncExternalStore(onDrawing, drawing, drawing);
  useEffect(() => {
    if (!drawing() && box.current?.childElementCount === 0) void import("./mark-pieces");
  }, []);
  const drawn = paths > 0 || !draw ? { paths, texts } : drawnLate(draw(name));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: numbers and letters of paths
  return <g ref={box} dangerouslySetInnerHTML={{ __html: markup(drawn.paths, drawn.texts) }} />;
}

const drawnLate = (paths: { d: string; opacity: number }[]) => ({ paths: paths.length, texts: textsOf(paths) });

/** Written as a browser writes it, so that what is there already is not set again. */
const markup = (paths: number, texts: Record<string, string>) =>
  Array.from({ length: paths }, (_, i) => `<path d="${texts[`d${i}`]}" opacity="${texts[`opacity${i}`]}"></path>`).join(
    "",
  );
