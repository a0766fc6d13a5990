import type { Product } from "../api/products";
import { categoryAddress, useSite } from "../site";
import { Breadcrumb } from "./breadcrumb";

/** The breadcrumb from home to this tool, through its first category, or "Tools" without one. */
export function ProductBreadcrumb({ product: { name, categories } }: { product: Product }) {
  const site = useSite();
  const [category] = categories;
  const parent =
    category === undefined ? { name: "Tools" } : { name: category, address: categoryAddress(site, category) };
  return <Breadcrumb between={[parent]} current={name} />;
}
