import type { QueuedSubmission } from "../../api/queue";
import { noValues, type ProductValues } from "../product-dialog/product-values";

/** A submission as the product dialog shows it. */
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
