import { useId } from "react";
import { useWatch } from "react-hook-form";
import { type DraftCall, enhanceDescription, generateDescription, generateUseCases } from "../../api/drafting";
import { refusedRemark } from "../../kit/admin/styles";
import { toast } from "../../kit/toast";
import { DraftButton } from "../drafting/draft-button";
import type { DraftWords } from "../drafting/use-draft";
import { useDrafting } from "../drafting/use-drafting";
import { useProductForm } from "./form-context";
import type { ProductValues } from "./product-values";
import { Section } from "./sections";
import { TextField } from "./text-field";

/** The texts of a tool, with buttons that draft them. */
export function TextSection() {
  const { control, getValues, setFocus, setValue } = useProductForm();
  const isDescribed = useWatch({ control, name: "description" }).trim() !== "";
  const { draft, refusal, dialog } = useDrafting();
  const note = useId();
  const ask = (kind: DraftKind) => {
    const values = getValues();
    const { field, title, call, words } = recipes[kind];
    const missing = missingFor(recipes[kind], values);
    if (missing) {
      toast({ title: "Validation Error", description: missing.message, tone: "destructive" });
      return setFocus(missing.field);
    }
    const onReplace = (text: string) => setValue(field, text, { shouldValidate: true });
    draft({ title, call: call(values), current: values[field].trim(), words, onReplace });
  };
  const button = (kind: DraftKind, label: string) => (
    <DraftButton label={label} press={() => ask(kind)} refusal={refusal && note} />
  );
  return (
    <Section id="text">
      <TextField
        name="description"
        label="Description"
        required
        rows={6}
        action={
          <>
            {button("description", "Generate")}
            {isDescribed ? button("enhancement", "Enhance") : null}
          </>
        }
      />
      <TextField
        name="useCases"
        label="Use cases"
        rows={5}
        hint="Line breaks are kept."
        action={button("useCases", "Generate use cases")}
      />
      {refusal ? (
        <p id={note} className={refusedRemark}>
          {refusal}
        </p>
      ) : null}
      {dialog}
    </Section>
  );
}

type DraftKind = "description" | "enhancement" | "useCases";

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

const recipes: Record<DraftKind, Recipe> = {
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
function missingFor({ noName, noWebsite }: Recipe, { name, website }: ProductValues) {
  if (name.trim() === "") return { field: "name", message: noName } as const;
  if (noWebsite !== null && website.trim() === "") return { field: "website", message: noWebsite } as const;
  return null;
}
