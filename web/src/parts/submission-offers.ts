import type { ComponentType } from "react";
import { NewsletterOffer } from "../public/newsletter/offer";

/** What is offered to a visitor who has submitted a tool, with the email that they gave, or "". */
export const submissionOffers: ComponentType<{ email: string }>[] = [
  // a line each, so that a feature can be taken out
  NewsletterOffer,
];
