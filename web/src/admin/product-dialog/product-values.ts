import type * as z from "zod/mini";
import type { ProductInput } from "../../api/admin-products";
import type { Product } from "../../api/products";
import type { CheckedValues, productRules } from "./product-rules";

/** The form's values. A type or section that was not chosen yet and a missing text are empty. */
export type ProductValues = z.input<typeof productRules>;

/** The values of an empty form. */
export const noValues: ProductValues = {
  name: "",
  website: "",
  type: "",
  categories: [],
  description: "",
  useCases: "",
  logo: "",
  logoColor: "",
  videoUrl: "",
  images: [],
  section: "",
  isFeatured: false,
  hasLandingPage: false,
  hasDeal: false,
  promoText: "",
};

/** Returns a product's values in the form. An import may create a product of type Unknown, which cannot be chosen. */
export function valuesOf(product: Product): ProductValues {
  const { type } = product;
  const shown = { ...noValues, ...product, type: type === "Unknown" ? ("" as const) : type };
  return Object.fromEntries(fieldNames.map((name) => [name, shown[name]])) as unknown as ProductValues;
}

/** Returns the input to save. Empty texts and an empty logo colour are omitted. */
export function inputOf(values: CheckedValues): ProductInput {
  const images = values.images.filter((image) => image !== "");
  const logoColor = values.logo === "" ? "" : values.logoColor;
  const filled = Object.entries({ ...values, images, logoColor }).filter(([, value]) => value !== "");
  return Object.fromEntries(filled) as unknown as ProductInput;
}

/** Reports whether two forms would be saved the same: surrounding whitespace and empty image rows do not count. */
export const isSame = (one: ProductValues, other: ProductValues) =>
  JSON.stringify(trimmed(one)) === JSON.stringify(trimmed(other));

function trimmed(values: ProductValues): unknown[] {
  return fieldNames.map((name) => {
    const value = values[name] ?? ""; // the form library uses null for a choice that was skipped
    if (typeof value === "string") return value.trim();
    return Array.isArray(value) ? value.map((text) => text.trim()).filter((text) => text !== "") : value;
  });
}

/** All fields in the form's order. */
export const fieldNames = Object.keys(noValues) as (keyof ProductValues)[];
