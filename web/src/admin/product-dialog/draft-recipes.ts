import { type DraftCall, enhanceDescription, generateDescription, generateUseCases } from "../../api/drafting";
import type { DraftWords } from "../drafting/use-draft";
import type { ProductValues } from "./product-values";

export type DraftKind = "description" | "enhancement" | "useCases";

/** How one text of a product is drafted, with its messages. */
interface Recipe {
  /** The field that is drafted. */
  field: "description" | "useCases";
  title: string;
  /** The messages if the name or the website is missing; noWebsite is null if no website is needed. */
  noName: string;
  noWebsite: string | null;
  call: (values: ProductValues) => DraftCall;
  words: DraftWords;
}

const source = ({ name, website }: ProductValues) => ({ productName: name.trim(), websiteUrl: website.trim() });

const noName = "Please enter a product name first";
const neither = "Please enter product name and website URL first";

export const recipes: Record<DraftKind, Recipe> = {
  description: {
    field: "description",
    title: "Draft of the description",
    noName,
    noWebsite: "Please enter a website URL first",
    call: (values) => generateDescription(source(values)),
    words: {
      done: "Description Generated!",
      failed: "Generation Failed",
      otherwise: "Failed to generate description",
      quotesServer: true,
    },
  },
  enhancement: {
    field: "description",
    title: "Enhanced description",
    noName: neither,
    noWebsite: neither,
    call: (values) => enhanceDescription({ ...source(values), currentDescription: values.description.trim() }),
    words: {
      done: "Description Enhanced!",
      failed: "Enhancement Failed",
      otherwise: "Failed to enhance description",
      quotesServer: true,
    },
  },
  useCases: {
    field: "useCases",
    title: "Draft of the use cases",
    noName,
    noWebsite: null,
    call: (values) => generateUseCases({ ...source(values), description: values.description.trim() }),
    words: {
      done: "Use Cases Generated!",
      failed: "Generation Failed",
      otherwise: "Failed to generate use cases. Please try again.",
      quotesServer: false,
    },
  },
};

/** Returns what a draft needs and the form lacks, with the message; null if nothing is missing. */
export function missingFor({ noName, noWebsite }: Recipe, { name, website }: ProductValues) {
  if (name.trim() === "") return { field: "name", message: noName } as const;
  if (noWebsite !== null && website.trim() === "") return { field: "website", message: noWebsite } as const;
  return null;
}
