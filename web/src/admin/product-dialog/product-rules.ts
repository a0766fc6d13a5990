import * as z from "zod/mini";
import { isWebAddress, required, text, tooMany } from "../../kit/admin/field-rules";

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
const address = (isRight: (value: string) => boolean) =>
  z.string().check(
    z.trim(),
    z.refine((value) => bytesOf(value) <= limits.url || isDataImage(value), tooMany(limits.url)),
    z.refine((value) => value === "" || isRight(value), invalidAddress),
  );

/** A choice; "" means that nothing was chosen yet. */
const oneOf = <const T extends string>(choices: readonly T[], missing: string) =>
  z.pipe(
    z.custom<"" | T>((value) => value === "" || choices.some((choice) => choice === value), missing),
    z.transform((value, { issues }): T => {
      if (value !== "") return value;
      issues.push({ code: "custom", message: missing, input: value });
      return z.NEVER;
    }),
  );

export const productRules = z.object({
  name: required(limits.name, "Please enter a name"),
  website: address(isWebAddress).check(z.minLength(1, "Please enter a website URL")),
  type: oneOf(["Free", "Freemium", "Premium"], "Please select a type"),
  categories: z.array(z.string()).check(z.minLength(1, noCategory)),
  description: required(limits.text, "Please enter a description"),
  useCases: text(limits.text),
  logo: address((value) => isDataImage(value) || isUpload(value) || isWebAddress(value)),
  logoColor: z.string(),
  videoUrl: address(isWebAddress),
  images: z.array(address((value) => isUpload(value) || isWebAddress(value))),
  section: oneOf(["Our Products", "Recommended AI Products"], "Please select a section"),
  isFeatured: z.boolean(),
  hasLandingPage: z.boolean(),
  hasDeal: z.boolean(),
  promoText: text(limits.promoText),
});

/** The values of a valid form: texts are trimmed, type and section are chosen. */
export type CheckedValues = z.infer<typeof productRules>;

const bytesOf = (value: string) => new TextEncoder().encode(value).length;

const isUpload = (text: string) => /^\/uploads\/[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/.test(text) && !text.includes("..");

/** Reports whether the text is a data URI of an image. The server checks its size. */
export const isDataImage = (text: string) => /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/.test(text);
