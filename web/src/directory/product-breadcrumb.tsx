import type { Product } from "../api/products";
import { categoryAddress, useSite } from "../site";
import { layout } from "./product-layout";

/** 44 px to touch without taking the space. */
const link = "relative transition-colors after:absolute after:-inset-x-1.5 after:-inset-y-[0.9375rem] hover:text-text";
const separator =
  "before:mr-2.5 before:inline-block before:size-1.5 before:[transform:translateY(-1px)_rotate(45deg)] before:border-t before:border-r before:border-dim";

/** The breadcrumb from home to this tool, through its first category, or "Tools" without one. */
export function ProductBreadcrumb({ product: { name, categories } }: { product: Product }) {
  const site = useSite();
  const [category] = categories;
  return (
    <nav aria-label="Breadcrumb" className={layout.breadcrumb}>
      <ol className="flex min-w-0 items-center gap-2">
        <li className="flex-none">
          <a href="/" className={link}>
            Home
          </a>
        </li>
        {/* A long category leaves space for the name. It is cut at its sides only, so that its link keeps its height. */}
        <li className={`max-w-1/2 flex-none overflow-x-clip text-ellipsis whitespace-nowrap ${separator}`}>
          {category === undefined ? (
            <span>Tools</span>
          ) : (
            <a href={categoryAddress(site, category)} className={link}>
              {category}
            </a>
          )}
        </li>
        <li className={`truncate font-semibold text-muted ${separator}`}>
          <span aria-current="page">{name}</span>
        </li>
      </ol>
    </nav>
  );
}
