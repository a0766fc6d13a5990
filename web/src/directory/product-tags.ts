import type { Product } from "../api/products";
import { typeLabel } from "../components/type-badge";

/** The words a product is tagged with: its categories, its type, its section in one word; all in lower case, each once. */
export function productTags({ categories, type, section }: Pick<Product, "categories" | "type" | "section">): string[] {
  const words = [...categories, typeLabel(type), section.replaceAll(" ", "")];
  return [...new Set(words.map((word) => word.toLowerCase()))];
}
