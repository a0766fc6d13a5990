import { change } from "./client";

/** What a text is drafted from. */
export interface DraftedFrom {
  productName: string;
  websiteUrl: string;
}

/** Drafts a description. */
export const generateDescription = async (from: DraftedFrom) =>
  (await change<{ description: string }>("POST", "/api/generate-description", from)).description;

/** Drafts a better description than the present one. */
export const enhanceDescription = async (from: DraftedFrom & { currentDescription: string }) =>
  (await change<{ description: string }>("POST", "/api/enhance-description", from)).description;

/** Drafts what a product is used for. */
export const generateUseCases = async (from: DraftedFrom & { description: string }) =>
  (await change<{ useCases: string }>("POST", "/api/ai/generate-usecases", from)).useCases;
