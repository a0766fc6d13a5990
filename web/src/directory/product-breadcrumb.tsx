import type { Product } from "../api/products";
import { categoryAddress, useSite } from "../site";
import { layout } from "./product-layout";

const link = "relative transition-colors hover:text-text";

interface ProductBreadcrumbProps {
  product: Pick<Product, "slug" | "name" | "categories">;
  /** The page about the tool that is below its own; without it, the breadcrumb ends with the tool. */
  page?: string;
}

/** The breadcrumb from home to this tool, through its first category, or "Tools" without one. */
export function ProductBreadcrumb({ product: { slug, name, categories }, page }: ProductBreadcrumbProps) {
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
        <li
          className={`${page ? "max-w-1/3 max-sm:hidden" : "max-w-1/2"} flex-none overflow-x-clip text-ellipsis whitespace-nowrap`}
        >
          {category === undefined ? (
            <span>Tools</span>
          ) : (
            <a href={categoryAddress(site, category)} className={link}>
              {category}
            </a>
          )}
        </li>
        {page ? (
          <li className="min-w-0 overflow-x-clip text-ellipsis whitespace-nowrap">
            <a href={`/products/${slug}`} className={link}>
              {name}
            </a>
          </li>
        ) : null}
        <li className={`${page ? "flex-none" : "truncate"} font-semibold text-muted`}>
          <span aria-current="page">{page ?? name}</span>
        </li>
      </ol>
    </nav>
  );
}
