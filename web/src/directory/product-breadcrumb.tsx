import type { Product } from "../api/products";
import { categoryAddress, useSite } from "../site";

/** The way from home to this tool: by its first category, or by "Tools" where it has none. */
export function ProductBreadcrumb({ product: { name, categories } }: { product: Product }) {
  const site = useSite();
  const [category] = categories;
  return (
    <nav aria-label="Breadcrumb" className="breadcrumb">
      <ol>
        <li>
          <a href="/">Home</a>
        </li>
        <li>
          {category === undefined ? <span>Tools</span> : <a href={categoryAddress(site, category)}>{category}</a>}
        </li>
        <li>
          <span aria-current="page">{name}</span>
        </li>
      </ol>
    </nav>
  );
}
