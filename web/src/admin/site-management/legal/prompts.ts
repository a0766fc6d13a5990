import type { LegalType } from "../../../api/legal-pages";

const style =
  "Write in plain English, in Markdown, with a heading for each section. Do not invent a company, an address or a law that I have not named; leave [square brackets] where I have to fill something in.";

const tasks: Record<LegalType, string> = {
  "privacy-policy":
    "Write a privacy policy for a public directory of AI tools. Cover the information collected, how it is used and shared, how it is kept safe, the rights of visitors, cookies, and how to get in touch. Requests about privacy are answered within 30 days.",
  "terms-of-service":
    "Write terms of service for a public directory of AI tools. Cover acceptance, what the service is, what users are responsible for, content and intellectual property, links to third parties, the disclaimer of warranties, the limit of liability, changes to the terms, and how to get in touch.",
  "affiliate-disclaimer":
    "Write an affiliate disclaimer for a public directory of AI tools, some of whose links earn a commission. Cover the affiliate relationships, how the links work, editorial independence, the kinds of programs, prices and terms of purchase, the visitor's own due diligence, and how to get in touch.",
  "gdpr-cookies":
    "Write a cookie notice under the GDPR for a public directory of AI tools. Cover essential, analytics, functional and marketing cookies, the rights under the GDPR, how preferences are managed, cookies of third parties, how long they are kept (analytics up to 24 months), and how to get in touch.",
};

/** Returns the default instructions for the draft of a page. */
export const defaultPrompt = (type: LegalType) => `${tasks[type]}\n\n${style}`;

/** The maximum length of instructions, in characters. */
export const maxPromptLength = 10_000;
