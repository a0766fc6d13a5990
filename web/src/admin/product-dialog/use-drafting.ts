import { useState } from "react";
import { enhanceDescription, generateDescription, generateUseCases } from "../../api/drafting";
import { hasStatus, sentenceOf } from "../../api/fault";
import { toast } from "../../components/toast";
import { useProductForm } from "./form-context";
import type { ProductValues } from "./product-values";

export type DraftKind = "description" | "enhancement" | "useCases";

interface Recipe {
  /** The field that the draft is for. */
  field: "description" | "useCases";
  needsWebsite: boolean;
  /** What to say when what it is made from is missing: the name, or the website. */
  noName: string;
  noWebsite: string;
  run: (values: ProductValues) => Promise<string>;
  done: string;
  failed: string;
  /** What to say of a failure that the server says nothing of, or is not to be quoted on. */
  otherwise: string;
  quotesServer: boolean;
}

const source = ({ name, website }: ProductValues) => ({ productName: name.trim(), websiteUrl: website.trim() });

const noName = "Please enter a product name first";
const neither = "Please enter product name and website URL first";

const recipes: Record<DraftKind, Recipe> = {
  description: {
    field: "description",
    needsWebsite: true,
    noName,
    noWebsite: "Please enter a website URL first",
    run: (values) => generateDescription(source(values)),
    done: "Description Generated!",
    failed: "Generation Failed",
    otherwise: "Failed to generate description",
    quotesServer: true,
  },
  enhancement: {
    field: "description",
    needsWebsite: true,
    noName: neither,
    noWebsite: neither,
    run: (values) => enhanceDescription({ ...source(values), currentDescription: values.description.trim() }),
    done: "Description Enhanced!",
    failed: "Enhancement Failed",
    otherwise: "Failed to enhance description",
    quotesServer: true,
  },
  useCases: {
    field: "useCases",
    needsWebsite: false,
    noName,
    noWebsite: "",
    run: (values) => generateUseCases({ ...source(values), description: values.description.trim() }),
    done: "Use Cases Generated!",
    failed: "Generation Failed",
    otherwise: "Failed to generate use cases. Please try again.",
    quotesServer: false,
  },
};

/** Has texts drafted. A draft that fails leaves the form as it was. */
export function useDrafting() {
  const { getValues, setValue, setFocus } = useProductForm();
  const [running, setRunning] = useState<DraftKind | null>(null);
  const [refusal, setRefusal] = useState("");

  const draft = async (kind: DraftKind) => {
    const { field, run, done, ...recipe } = recipes[kind];
    const values = getValues();
    const missing = missingFor(recipe, values);
    if (missing) {
      toast({ title: "Validation Error", description: missing.message, tone: "destructive" });
      setFocus(missing.field);
      return;
    }
    setRunning(kind);
    setRefusal("");
    try {
      setValue(field, await run(values), { shouldValidate: true });
      toast({ title: done });
    } catch (error) {
      const isNotConfigured = hasStatus(error, 503);
      const isQuoted = isNotConfigured || recipe.quotesServer;
      const description = isQuoted ? sentenceOf(error, recipe.otherwise) : recipe.otherwise;
      toast({ title: recipe.failed, description, tone: "destructive" });
      if (isNotConfigured) setRefusal(description);
    } finally {
      setRunning(null);
    }
  };

  return { draft, running, refusal };
}

type Needs = Pick<Recipe, "noName" | "noWebsite" | "needsWebsite">;

function missingFor({ noName, noWebsite, needsWebsite }: Needs, values: ProductValues) {
  if (values.name.trim() === "") return { field: "name", message: noName } as const;
  if (needsWebsite && values.website.trim() === "") return { field: "website", message: noWebsite } as const;
  return null;
}
