import { isWebAddress, mistakesIn, required, text, tooMany } from "../../kit/admin/field-rules";
import type { FieldErrors } from "../../kit/form-errors";
import type { Rule } from "../../kit/form-rules";
import { fieldNames, type ProductValues } from "./product-values";

/** The server's limits that a form can check. The server checks more, and decides. */
export const limits = {
  name: 200,
  text: 20_000,
  promoText: 500,
  url: 2048,
  categories: 20,
  category: 100,
  images: 6,
};

/** Shown at the field, and in a toast. */
export const noCategory = "Please select at least one category";

const invalidAddress = "Please enter a valid URL that starts with http:// or https://";

const address =
  (isRight: (value: string) => boolean): Rule =>
  (text) => {
    const value = text.trim();
    if (bytesOf(value) > limits.url && !isDataImage(value)) return tooMany(limits.url);
    return value === "" || isRight(value) ? undefined : invalidAddress;
  };

const chosen =
  (missing: string): Rule =>
  (value) =>
    value === "" ? missing : undefined;

const rules: Record<string, Rule> = {
  name: required(limits.name, "Please enter a name"),
  website: (value) => (value.trim() === "" ? "Please enter a website URL" : address(isWebAddress)(value)),
  type: chosen("Please select a type"),
  description: required(limits.text, "Please enter a description"),
  useCases: text(limits.text),
  logo: address((value) => isDataImage(value) || isUpload(value) || isWebAddress(value)),
  videoUrl: address(isWebAddress),
  section: chosen("Please select a section"),
  promoText: text(limits.promoText),
};

const image = address((value) => isUpload(value) || isWebAddress(value));

/** Returns what is wrong with a product's form, by field; a screenshot's is named `images.1`. */
export function mistakesInProduct(values: ProductValues): FieldErrors {
  const mistakes = mistakesIn(values, rules);
  if (values.categories.length === 0) mistakes.categories = noCategory;
  for (const [at, text] of values.images.entries()) {
    const mistake = image(text);
    if (mistake) mistakes[`images.${at}`] = mistake;
  }
  return mistakes;
}

/** Returns the fields of the form that have errors. */
export const faultyFields = (errors: FieldErrors) =>
  fieldNames.filter((field) => Object.keys(errors).some((name) => name === field || name.startsWith(`${field}.`)));

const bytesOf = (value: string) => new TextEncoder().encode(value).length;

const isUpload = (text: string) => /^\/uploads\/[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/.test(text) && !text.includes("..");

/** Reports whether the text is a data URI of an image. The server checks its size. */
export const isDataImage = (text: string) => /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/.test(text);
