import type { ProductInput } from "../../api/admin-products";
import type { Product } from "../../api/products";
import { trimmed } from "../../kit/admin/field-rules";

/** The form's values. A type or section that was not chosen yet and a missing text are empty. */
export interface ProductValues {
  name: string;
  website: string;
  type: "" | ProductInput["type"];
  categories: string[];
  description: string;
  useCases: string;
  logo: string;
  logoColor: string;
  videoUrl: string;
  images: string[];
  section: "" | ProductInput["section"];
  isFeatured: boolean;
  hasLandingPage: boolean;
  hasDeal: boolean;
  promoText: string;
}

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

/** Returns the input to save: texts are trimmed, and empty ones and an empty logo colour are omitted. */
export function inputOf(form: ProductValues): ProductInput {
  const values = cleaned(form);
  const logoColor = values.logo === "" ? "" : values.logoColor;
  const filled = Object.entries({ ...values, logoColor }).filter(([, value]) => value !== "");
  return Object.fromEntries(filled) as unknown as ProductInput;
}

/** Reports whether two forms would be saved the same: surrounding whitespace and empty image rows do not count. */
export const isSame = (one: ProductValues, other: ProductValues) => canonical(one) === canonical(other);

function canonical(values: ProductValues): string {
  const clean = cleaned(values);
  return JSON.stringify(fieldNames.map((name) => clean[name]));
}

const cleaned = (values: ProductValues): ProductValues => ({
  ...trimmed(values),
  images: values.images.map((image) => image.trim()).filter((image) => image !== ""),
});

/** All fields in the form's order. */
export const fieldNames = Object.keys(noValues) as (keyof ProductValues)[];

/** Returns the list with one item moved to another index. */
export function moved<T>(list: T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** Returns the list without the item at this index. */
export const without = <T>(list: T[], at: number): T[] => list.filter((_, index) => index !== at);
