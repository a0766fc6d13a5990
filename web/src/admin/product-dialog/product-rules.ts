import * as z from "zod/mini";
import { given, isWebAddress, text, tooMany } from "../field-rules";

/** The server's rules, as far as a form can know them. The server knows more, and has the last word. */
export const limits = {
  name: 200,
  text: 20_000,
  promoText: 500,
  url: 2048,
  categories: 20,
  category: 100,
  images: 6,
};

/** Said at the field, and in a toast. */
export const noCategory = "Please select at least one category";

const invalidAddress = "Please enter a valid URL that starts with http:// or https://";
const address = (isRight: (value: string) => boolean) =>
  z.string().check(
    z.trim(),
    z.refine((value) => bytesOf(value) <= limits.url || isDataImage(value), tooMany(limits.url)),
    z.refine((value) => value === "" || isRight(value), invalidAddress),
  );

/** A choice, of which "" says that nothing was chosen yet. */
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
  name: given(limits.name, "Please enter a name"),
  website: address(isWebAddress).check(z.minLength(1, "Please enter a website URL")),
  type: oneOf(["Free", "Freemium", "Premium"], "Please select a type"),
  categories: z.array(z.string()).check(z.minLength(1, noCategory)),
  description: given(limits.text, "Please enter a description"),
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

/** A form in which nothing is wrong: texts are trimmed, type and section chosen. */
export type CheckedValues = z.infer<typeof productRules>;

const bytesOf = (value: string) => new TextEncoder().encode(value).length;

const isUpload = (text: string) => /^\/uploads\/[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/.test(text) && !text.includes("..");

/** Whether the text is an image itself. How large it may be is the server's to say. */
export const isDataImage = (text: string) => /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/.test(text);
