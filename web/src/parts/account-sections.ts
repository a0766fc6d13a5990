import { newsletterSection } from "../public/newsletter/account-section";
import type { AccountSection } from "../slots";

/** Sections of a reader's account that other features bring, loaded with its page. */
export const accountSections: AccountSection[] = [
  // a line each, so that a feature can be taken out
  newsletterSection,
];
