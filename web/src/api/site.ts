import { read } from "./client";
import type { ShownLegalPage } from "./schema.gen";

/** The data of every page's frame: name, categories, social links, logos. */
export const siteQuery = () => read("/api/site", {});

export type LegalType = ShownLegalPage["type"];

/** The legal pages in the footer's order, each with its default title. */
export const legalTitles: Record<LegalType, string> = {
  "privacy-policy": "Privacy Policy",
  "terms-of-service": "Terms of Service",
  "affiliate-disclaimer": "Affiliate Disclaimer",
  "gdpr-cookies": "GDPR Cookies Disclaimer",
};

export const legalTypes = Object.keys(legalTitles) as LegalType[];

/** One legal page as visitors see it. */
export const legalTextQuery = (type: LegalType) => read("/api/legal-pages/{type}", { path: { type } });
