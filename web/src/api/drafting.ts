import { answered, client } from "./client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

/** Drafts a description. */
export async function generateDescription(body: Schemas["DescriptionInput"]) {
  const { data } = await client.POST("/api/generate-description", { body });
  return answered(data).description;
}

/** Drafts a better description than the present one. */
export async function enhanceDescription(body: Schemas["EnhancementInput"]) {
  const { data } = await client.POST("/api/enhance-description", { body });
  return answered(data).description;
}

/** Drafts what a product is used for. */
export async function generateUseCases(body: Schemas["UseCasesInput"]) {
  const { data } = await client.POST("/api/ai/generate-usecases", { body });
  return answered(data).useCases;
}
