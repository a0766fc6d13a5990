import type { LegalType } from "../../../api/legal-pages";

/** The four legal pages, in their order, by the names that they have here. */
export const legalTypes: { type: LegalType; name: string }[] = [
  { type: "privacy-policy", name: "Privacy Policy" },
  { type: "terms-of-service", name: "Terms of Service" },
  { type: "affiliate-disclaimer", name: "Affiliate Disclaimer" },
  { type: "gdpr-cookies", name: "GDPR Cookies Disclaimer" },
];

/** The page that the query of an address names; the first one where it names none. */
export function legalTypeAt(search: string): LegalType {
  const asked = new URLSearchParams(search).get("page");
  return legalTypes.find(({ type }) => type === asked)?.type ?? "privacy-policy";
}
