import type { Product } from "../../api/products";
import { categoryAddress, useSite } from "../../site";
import { Breadcrumb } from "../breadcrumb";

interface ProductBreadcrumbProps {
  product: Pick<Product, "slug" | "name" | "categories">;
  /** The page about the tool that is below its own; without it, the breadcrumb ends with the tool. */
  page?: string;
}

/** The breadcrumb from home to this tool, through its first category, or "Tools" without one. */
export function ProductBreadcrumb({ product: { slug, name, categories }, page }: ProductBreadcrumbProps) {
  const site = useSite();
  const [category] = categories;
  const parent =
    category === undefined ? { name: "Tools" } : { name: category, address: categoryAddress(site, category) };
  return page === undefined ? (
    <Breadcrumb between={[parent]} current={name} />
  ) : (
    <Breadcrumb between={[parent, { name, address: `/products/${slug}` }]} current={page} />
  );
}
