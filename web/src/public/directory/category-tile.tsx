import type { CategorySummary } from "../../api/categories";
import { categoryPath } from "../../filters";
import { countOf } from "../../kit/count";
import { pricesOf } from "./category-about";
import { Tile } from "./tile";

interface CategoryTileProps {
  category: CategorySummary;
  /** The level of its heading. */
  title: "h2" | "h3";
}

/** A category in a grid, with logos of its first tools. */
export function CategoryTile({ category, title }: CategoryTileProps) {
  const { name, slug, count, pricing, tools } = category;
  return (
    <Tile
      href={categoryPath(slug)}
      name={name}
      title={title}
      titleClassName="font-semibold"
      tools={tools}
      count={count === 0 ? "No tools yet" : countOf(count, "tool")}
    >
      <p className="mt-0.5 text-[0.8125rem] leading-snug text-balance text-muted tabular-nums">{pricesOf(pricing)}</p>
    </Tile>
  );
}
