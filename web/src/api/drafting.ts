import { change } from "./client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

/** Drafts a description. */
export const generateDescription = async (from: Schemas["DescriptionInput"]) =>
  (await change<Schemas["DescriptionDraft"]>("POST", "/api/generate-description", from)).description;

/** Drafts a better description than the present one. */
export const enhanceDescription = async (from: Schemas["EnhancementInput"]) =>
  (await change<Schemas["DescriptionDraft"]>("POST", "/api/enhance-description", from)).description;

/** Drafts what a product is used for. */
export const generateUseCases = async (from: Schemas["UseCasesInput"]) =>
  (await change<Schemas["UseCasesDraft"]>("POST", "/api/ai/generate-usecases", from)).useCases;
