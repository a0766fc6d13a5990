import type { ProductInput } from "../../api/product-changes";
import type { Product } from "../../api/products";
import type { CheckedValues } from "./product-rules";

/** What stands in the form. A type or section that was not chosen yet is empty, and so is a text that is not given. */
export interface ProductValues {
  name: string;
  website: string;
  type: "" | ProductInput["type"];
  categories: string[];
  description: string;
  useCases: string;
  logo: string;
  /** Of the uploaded logo; it goes when the logo goes. */
  logoColor: string;
  videoUrl: string;
  images: string[];
  section: "" | Product["section"];
  isFeatured: boolean;
  hasLandingPage: boolean;
  hasDeal: boolean;
  promoText: string;
}

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
  const { name, website, categories, description, useCases, logo, logoColor, videoUrl, images, section } = product;
  const { type, isFeatured, hasLandingPage, hasDeal, promoText } = product;
  return {
    name,
    website,
    type: type === "Unknown" ? "" : type,
    categories,
    description,
    useCases,
    logo,
    logoColor,
    videoUrl,
    images,
    section,
    isFeatured,
    hasLandingPage,
    hasDeal,
    promoText,
  };
}

/** What is sent to be saved. Optional texts are left out where they are empty. */
export function inputOf(values: CheckedValues): ProductInput {
  const { logo, logoColor, videoUrl, useCases, promoText, images, ...given } = values;
  return {
    ...given,
    images: images.filter((image) => image !== ""),
    ...(logo && { logo }),
    ...(logo && logoColor && { logoColor }),
    ...(videoUrl && { videoUrl }),
    ...(useCases && { useCases }),
    ...(promoText && { promoText }),
  };
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
