import { required, text } from "../../../kit/admin/field-rules";

/** The maximum lengths of title and text, in characters. */
export const limits = { title: 255, content: 200_000 };

/** The values of a legal page's form. */
export interface LegalValues {
  title: string;
  content: string;
}

/** The server checks the same rules, and decides. */
export const legalRules = {
  title: required(limits.title, "Please enter a title"),
  content: text(limits.content),
};
