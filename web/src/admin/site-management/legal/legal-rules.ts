import * as z from "zod/mini";
import { given, text } from "../../field-rules";

/** How long a title and a text may be, in characters. */
export const limits = { title: 255, content: 200_000 };

/** The form of a legal page. */
export interface LegalValues {
  title: string;
  content: string;
}

/** The server has the same rules, and the last word. */
export const legalRules = z.object({
  title: given(limits.title, "Please enter a title"),
  content: text(limits.content),
});
