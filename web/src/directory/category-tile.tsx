import type { CategorySummary } from "../api/categories";
import { ProductLogo } from "../components/product-logo";
import { categoryPath } from "../filters";
import { countOf } from "../ui/count";
import { pricesOf } from "./category-about";

interface CategoryTileProps {
  category: CategorySummary;
  /** The level of its heading. */
  title: "h2" | "h3";
}

/** A category in a grid, with logos of its first tools. Its link covers the whole tile. */
export function CategoryTile({ category, title: Title }: CategoryTileProps) {
  const { name, slug, count, pricing, tools } = category;
  return (
    <li className="category-tile">
      <div className="mb-3.5 flex h-10 items-start gap-1.5">
        {tools.map((tool, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two tools may have the same name
          <span key={index} aria-hidden="true">
            <ProductLogo product={tool} size="small" lazy />
          </span>
        ))}
        <p className="ml-auto text-[0.8125rem] text-dim tabular-nums">
          {count === 0 ? "No tools yet" : countOf(count, "tool")}
        </p>
      </div>
      <Title className="font-semibold wrap-anywhere">
        <a href={categoryPath(slug)}>{name}</a>
      </Title>
      <p className="mt-0.5 text-[0.8125rem] leading-snug text-balance text-muted tabular-nums">{pricesOf(pricing)}</p>
    </li>
  );
}
