import type { DraftedProduct, Drafting } from "../../kit/admin/parts";
import { toast } from "../../kit/toast";
import { type DraftCall, enhanceDescription, generateDescription, generateUseCases } from "./api";
import type { DraftWords } from "./use-draft";
import { DraftButton, useDrafting } from "./use-drafting";

/** The buttons that draft a text of a product. */
export const ProductText: Drafting["ProductText"] = ({ field, values, change, focusOn, refusal: note }) => {
  const { draft, refusal, dialog } = useDrafting();
  const ask = (kind: DraftKind) => {
    const { title, call, words } = recipes[kind];
    const missing = missingFor(recipes[kind], values);
    if (missing) {
      toast({ title: "Validation Error", description: missing.message, tone: "destructive" });
      return focusOn(missing.field);
    }
    const onReplace = (text: string) => change({ [field]: text });
    draft({ title, call: call(values), current: values[field].trim(), words, onReplace });
  };
  const button = (kind: DraftKind, label: string) => (
    <DraftButton label={label} press={() => ask(kind)} refusal={refusal && note} />
  );
  return (
    <>
      {field === "description" ? button("description", "Generate") : button("useCases", "Generate use cases")}
      {field === "description" && values.description.trim() !== "" ? button("enhancement", "Enhance") : null}
      {dialog}
    </>
  );
};

type DraftKind = "description" | "enhancement" | "useCases";

/** How one text of a product is drafted, with its messages. */
interface Recipe {
  title: string;
  /** The messages if the name or the website is missing; noWebsite is null if no website is needed. */
  noName: string;
  noWebsite: string | null;
  call: (values: DraftedProduct) => DraftCall;
  words: DraftWords;
}

const source = ({ name, website }: DraftedProduct) => ({ productName: name.trim(), websiteUrl: website.trim() });

const noName = "Please enter a product name first";
const neither = "Please enter product name and website URL first";

const recipes: Record<DraftKind, Recipe> = {
  description: {
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
function missingFor({ noName, noWebsite }: Recipe, { name, website }: DraftedProduct) {
  if (name.trim() === "") return { field: "name", message: noName } as const;
  if (noWebsite !== null && website.trim() === "") return { field: "website", message: noWebsite } as const;
  return null;
}
