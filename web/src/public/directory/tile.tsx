import "./categories.css";
import type { ReactNode } from "react";
import type { CategorySummary, HomeCategory } from "../../api/schema.gen";
import { categoryPath } from "../../filters";
import { countOf, formatCount } from "../../kit/count";
import { languageOf } from "../../kit/language";
import { ProductLogo } from "../../kit/tools/product-logo";

interface TileProps {
  href: string;
  name: string;
  /** The level of its heading. */
  title: "h2" | "h3";
  titleClassName: string;
  /** What the logos of its first tools are drawn from. */
  tools: { name: string; logo: string; logoColor: string }[];
  count: string;
  /** What is said below the name; with it, the logos are below that, else beside the name. */
  children?: ReactNode;
}

/** A list of tools in a grid, with logos of the first. Its link covers the whole tile. */
export function Tile({ href, name, title: Title, titleClassName, tools, count, children }: TileProps) {
  return (
    <li className={children === undefined ? "category-tile" : "category-tile tile-tall"}>
      <Title {...languageOf(name)} className={`${titleClassName} wrap-anywhere`}>
        <a href={href}>{name}</a>
      </Title>
      {children}
      <p className="tile-count">{count}</p>
      <div className="tile-logos">
        {tools.map((tool, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two tools may have the same name
          <span key={index} aria-hidden="true">
            <ProductLogo product={tool} size="small" lazy />
          </span>
        ))}
      </div>
    </li>
  );
}

/** A grid of tiles. */
export const TileGrid = ({ children }: { children: ReactNode }) => <ul className="category-grid">{children}</ul>;

/** A category in a grid, with logos of its first tools. */
export const CategoryTile = ({ category }: { category: HomeCategory }) => (
  <Tile
    href={categoryPath(category.slug)}
    name={category.name}
    title="h3"
    titleClassName="text-[0.9375rem] font-semibold"
    tools={category.tools}
    count={categoryTally(category)}
  />
);

/** "504 tools · 37 free" */
export function categoryTally({ count, pricing }: CategorySummary): string {
  const free = pricing.find(({ value }) => value === "Free")?.count ?? 0;
  const tally = count === 0 ? "No tools yet" : countOf(count, "tool");
  return free > 0 ? `${tally} · ${formatCount(free)} free` : tally;
}
