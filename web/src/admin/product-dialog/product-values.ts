import type { Product, ProductInput } from "../../api/schema.gen";
import { isWebAddress, mistakesIn, required, text, tooMany, trimmed } from "../../kit/admin/field-rules";
import type { FieldErrors, Rule } from "../../kit/form-rules";

/** The values of an empty form. A type or section that was not chosen yet and a missing text are empty. */
export const noValues = {
  name: "",
  website: "",
  slug: "",
  type: "" as "" | ProductInput["type"],
  priceText: "",
  categories: [] as string[],
  description: "",
  useCases: "",
  tags: [] as string[],
  phrases: [] as string[],
  alternativesIntroduction: "",
  logo: "",
  logoColor: "",
  videoUrl: "",
  images: [] as string[],
  section: "" as "" | ProductInput["section"],
  status: "published" as Product["status"],
  publishAt: "",
  isFeatured: false,
  featuredUntil: "",
  hasLandingPage: false,
  hasDeal: false,
  promoText: "",
  dealCode: "",
  dealUrl: "",
  dealFrom: "",
  dealTo: "",
};

export type ProductValues = typeof noValues;

/** The fields that have a label and are compared. A logo's color belongs to the logo. */
export type Compared = Exclude<keyof ProductValues, "logoColor">;

/** The form's sections in order, with their fields and the fields' labels. */
export const sections = [
  {
    id: "basics",
    title: "Basics",
    fields: {
      name: "Name",
      website: "Website",
      slug: "URL",
      type: "Type",
      priceText: "Price",
      categories: "Categories",
    },
  },
  {
    id: "text",
    title: "Text",
    fields: {
      description: "Description",
      useCases: "Use cases",
      tags: "Tags",
      phrases: "What people say",
      alternativesIntroduction: "Introduction to its alternatives",
    },
  },
  { id: "media", title: "Media", fields: { logo: "Logo", videoUrl: "Video URL", images: "Screenshots" } },
  {
    id: "placement",
    title: "Placement",
    fields: {
      status: "Status",
      publishAt: "Publish at",
      section: "Section",
      isFeatured: "Featured",
      featuredUntil: "Featured until",
      hasLandingPage: "Landing page",
      hasDeal: "Deal",
      promoText: "Promo text",
      dealCode: "Code",
      dealUrl: "Deal URL",
      dealFrom: "From",
      dealTo: "Until",
    },
  },
] as const satisfies { id: string; title: string; fields: Partial<Record<Compared, string>> }[];

/** The fields' labels. The compiler reports a field that no section lists. */
export const labels: Record<Compared, string> = {
  ...sections[0].fields,
  ...sections[1].fields,
  ...sections[2].fields,
  ...sections[3].fields,
};

export type SectionId = (typeof sections)[number]["id"];

/** Returns a product's values in the form. An import may create a product of type Unknown, which cannot be chosen. */
export function valuesOf(product: Product): ProductValues {
  const { type } = product;
  const shown = { ...noValues, ...product, type: type === "Unknown" ? ("" as const) : type };
  return Object.fromEntries(fieldNames.map((name) => [name, shown[name]])) as unknown as ProductValues;
}

/** The texts that a change keeps if they are left out. */
const keptWithout = ["publishAt", "featuredUntil"];

/** Returns the input to save: texts are trimmed, and empty ones and an empty logo color are omitted. */
export function inputOf(form: ProductValues): ProductInput {
  const values = cleaned(form);
  const logoColor = values.logo === "" ? "" : values.logoColor;
  const filled = Object.entries({ ...values, logoColor }).filter(
    ([name, value]) => value !== "" || keptWithout.includes(name),
  );
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
  images: filled(values.images),
  tags: filled(values.tags),
  phrases: filled(values.phrases),
});

const filled = (texts: string[]) => texts.map((text) => text.trim()).filter((text) => text !== "");

/** All fields in the form's order. */
export const fieldNames = Object.keys(noValues) as (keyof ProductValues)[];

/** Returns the list with one item moved to another index. */
export function moved<T>(list: T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** Returns the list without the item at this index. */
export const without = <T>(list: T[], at: number): T[] => list.filter((_, index) => index !== at);

/** The server's limits that a form can check. The server checks more, and decides. */
export const limits = {
  name: 200,
  text: 20_000,
  priceText: 60,
  promoText: 500,
  dealCode: 100,
  url: 2048,
  categories: 20,
  category: 100,
  images: 6,
  tags: 30,
  tag: 100,
  phrases: 30,
  phrase: 100,
  introduction: 5_000,
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
  alternativesIntroduction: text(limits.introduction),
  logo: address((value) => isDataImage(value) || isUpload(value) || isWebAddress(value)),
  videoUrl: address(isWebAddress),
  section: chosen("Please select a section"),
  priceText: text(limits.priceText),
  promoText: text(limits.promoText),
  dealCode: text(limits.dealCode),
  dealUrl: address(isWebAddress),
};

const image = address((value) => isUpload(value) || isWebAddress(value));

const lineMistake = (lines: string[], most: number, length: number) => {
  if (lines.length > most) return `Please use at most ${most}`;
  return lines.map(text(length)).find((mistake) => mistake);
};

/** Returns what is wrong with a product's form, by field; a screenshot's is named `images.1`. */
export function mistakesInProduct(values: ProductValues): FieldErrors {
  const mistakes = mistakesIn(values, rules);
  if (values.categories.length === 0) mistakes.categories = noCategory;
  for (const [at, text] of values.images.entries()) {
    const mistake = image(text);
    if (mistake) mistakes[`images.${at}`] = mistake;
  }
  const ofTags = lineMistake(filled(values.tags), limits.tags, limits.tag);
  if (ofTags) mistakes.tags = ofTags;
  const ofPhrases = lineMistake(filled(values.phrases), limits.phrases, limits.phrase);
  if (ofPhrases) mistakes.phrases = ofPhrases;
  if (values.status === "scheduled" && values.publishAt === "") mistakes.publishAt = "Please choose a date and time";
  const { dealFrom, dealTo } = values;
  if (dealFrom && dealTo && Date.parse(dealTo) <= Date.parse(dealFrom))
    mistakes.dealTo = "Please choose a time after its start";
  return mistakes;
}

/** Returns the fields of the form that have errors. */
export const faultyFields = (errors: FieldErrors) =>
  fieldNames.filter((field) => Object.keys(errors).some((name) => name === field || name.startsWith(`${field}.`)));

const bytesOf = (value: string) => new TextEncoder().encode(value).length;

const isUpload = (text: string) => /^\/uploads\/[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/.test(text) && !text.includes("..");

/** Reports whether the text is a data URI of an image. The server checks its size. */
export const isDataImage = (text: string) => /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/.test(text);
