import type { QueuedSubmission } from "../../api/queue";
import { noValues, type ProductValues } from "../product-dialog/product-values";

/** Returns the product dialog's values for a submission. */
export function valuesOfSubmission(submission: QueuedSubmission): ProductValues {
  const { productName, website, description, useCases, category, type, logo, videoUrl } = submission;
  return {
    ...noValues,
    name: productName,
    website,
    type,
    categories: [category],
    description,
    useCases,
    logo,
    videoUrl,
    section: "Recommended AI Products",
  };
}
