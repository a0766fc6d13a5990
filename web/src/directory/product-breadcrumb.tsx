import type { Product } from "../api/products";
import { useSite } from "../site";

/** The way from home to this tool: by its first category, or by "Tools" where it has none. */
export function ProductBreadcrumb({ product: { name, categories } }: { product: Product }) {
  const [category] = categories;
  return (
    <nav aria-label="Breadcrumb" className="breadcrumb">
      <ol>
        <li>
          <a href="/">Home</a>
        </li>
        <li>{category === undefined ? <span>Tools</span> : <CategoryLink name={category} />}</li>
        <li>
          <span aria-current="page">{name}</span>
        </li>
      </ol>
    </nav>
  );
}

function CategoryLink({ name }: { name: string }) {
  const slug = useSite()?.categories.find((category) => category.name === name)?.slug;
  return <a href={`/category/${encodeURIComponent(slug ?? name)}`}>{name}</a>;
}
