import type { Product } from "../api/products";

/** The words a product is tagged with: its categories, its type, its section in one word; all in lower case, each once. */
export function productTags({ categories, type, section }: Pick<Product, "categories" | "type" | "section">): string[] {
  const words = [...categories, type, section.replaceAll(" ", "")];
  return [...new Set(words.map((word) => word.toLowerCase()))];
}
