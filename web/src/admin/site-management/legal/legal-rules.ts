import type { LegalType } from "../../../api/legal-pages";
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

/** The four legal pages in their order, with their names here. */
export const legalTypes: { type: LegalType; name: string }[] = [
  { type: "privacy-policy", name: "Privacy Policy" },
  { type: "terms-of-service", name: "Terms of Service" },
  { type: "affiliate-disclaimer", name: "Affiliate Disclaimer" },
  { type: "gdpr-cookies", name: "GDPR Cookies Disclaimer" },
];

/** Returns the page that a URL's query names, or the first one. */
export function legalTypeAt(search: string): LegalType {
  const named = new URLSearchParams(search).get("page");
  return legalTypes.find(({ type }) => type === named)?.type ?? "privacy-policy";
}
