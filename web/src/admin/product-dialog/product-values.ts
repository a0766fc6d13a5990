import type * as z from "zod/mini";
import type { ProductInput } from "../../api/product-changes";
import type { Product } from "../../api/products";
import type { CheckedValues, productRules } from "./product-rules";

/** What stands in the form. A type or section that was not chosen yet is empty, and so is a text that is not given. */
export type ProductValues = z.input<typeof productRules>;

/** A form in which nothing is filled in. */
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

/** A product as the form shows it. An import may bring one without a type: nobody can choose Unknown. */
export function valuesOf(product: Product): ProductValues {
  const { type } = product;
  const shown = { ...noValues, ...product, type: type === "Unknown" ? ("" as const) : type };
  return Object.fromEntries(fieldNames.map((name) => [name, shown[name]])) as unknown as ProductValues;
}

/** What is sent to be saved. Texts are left out where they are empty, and the colour of a logo that is. */
export function inputOf(values: CheckedValues): ProductInput {
  const images = values.images.filter((image) => image !== "");
  const logoColor = values.logo === "" ? "" : values.logoColor;
  const given = Object.entries({ ...values, images, logoColor }).filter(([, value]) => value !== "");
  return Object.fromEntries(given) as unknown as ProductInput;
}

/** Whether two forms would save the same: white space around a text and empty places for images do not count. */
export const isSame = (one: ProductValues, other: ProductValues) =>
  JSON.stringify(trimmed(one)) === JSON.stringify(trimmed(other));

function trimmed(values: ProductValues): unknown[] {
  return fieldNames.map((name) => {
    const value = values[name] ?? ""; // the form has null for a choice that was passed by without choosing
    if (typeof value === "string") return value.trim();
    return Array.isArray(value) ? value.map((text) => text.trim()).filter((text) => text !== "") : value;
  });
}

/** Every field of the form, in the order in which it shows them. */
export const fieldNames = Object.keys(noValues) as (keyof ProductValues)[];
