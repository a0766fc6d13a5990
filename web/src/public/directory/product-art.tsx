import type { ReactNode } from "react";
import type { Product } from "../../api/schema.gen";
import { Day } from "../../kit/day";
import { languageOf } from "../../kit/language";

const prices: Record<Product["type"], ReactNode> = {
  Free: "Free to use",
  Freemium: "Free to start",
  Premium: "A paid tool",
  Unknown: undefined,
};

/** What is shown of a tool that has no picture: its color, its category and one fact. */
export function ProductArt({ product: { categories, type, createdAt } }: { product: Product }) {
  const [category = ""] = categories;
  return (
    <div className="product-art">
      <p {...languageOf(category)} className="text-[0.8125rem] wrap-anywhere">
        {category}
      </p>
      <p className="font-display text-[1.875rem] leading-tight">
        {prices[type] ?? (
          <>
            Added <Day at={createdAt} />
          </>
        )}
      </p>
    </div>
  );
}
