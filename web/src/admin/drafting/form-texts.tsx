import type { DraftedProduct, Drafting } from "../../kit/admin/parts";
import { toastError } from "../../kit/toast";
import {
  type DraftCall,
  enhanceDescription,
  generateDescription,
  generateIntroduction,
  generatePhrases,
  generateToolNote,
  generateUseCases,
} from "./api";
import type { DraftWords } from "./draft-dialog";
import { DraftButton, useDrafting } from "./use-drafting";

/** The buttons that draft a text of a product. */
export const ProductText: Drafting["ProductText"] = ({ field, values, change, focusOn, refusal: note }) => {
  const { draft, refusal, dialog } = useDrafting();
  const ask = (kind: DraftKind) => {
    const { title, call, words } = recipes[kind];
    const missing = missingFor(recipes[kind], values);
    if (missing) {
      toastError("Validation Error", missing.message);
      return focusOn(missing.field);
    }
    const onReplace = (text: string) => change({ [field]: field === "phrases" ? phrasesIn(text) : text });
    draft({ title, call: call(values), current: [values[field]].flat().join("\n").trim(), words, onReplace });
  };
  const button = (kind: DraftKind, label: string) => (
    <DraftButton label={label} press={() => ask(kind)} refusal={refusal && note} />
  );
  return (
    <>
      {field === "description" ? button("description", "Generate") : null}
      {field === "useCases" ? button("useCases", "Generate use cases") : null}
      {field === "phrases" ? button("phrases", "Draft") : null}
      {field === "description" && values.description.trim() !== "" ? button("enhancement", "Enhance") : null}
      {dialog}
    </>
  );
};

type DraftKind = "description" | "enhancement" | "useCases" | "phrases";

/** Returns the lines of a draft without the marks of a list, as models like to add them. */
export const phrasesIn = (text: string) =>
  text
    .split("\n")
    .map((line) => line.replace(/^\s*(?:[•*–-]\s*|\d{1,2}[.)]\s+)?["“]?|[\s"”.]+$/g, ""))
    .filter((line) => line !== "");

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
  phrases: {
    title: "Draft of what people say",
    noName,
    noWebsite: null,
    call: (values) => generatePhrases({ ...source(values), description: values.description.trim() }),
    words: wordsOf("Phrases drafted", "Couldn't draft the phrases"),
  },
};

/** Returns what a draft needs and the form lacks, with the message; null if nothing is missing. */
function missingFor({ noName, noWebsite }: Recipe, { name, website }: DraftedProduct) {
  if (name.trim() === "") return { field: "name", message: noName } as const;
  if (noWebsite !== null && website.trim() === "") return { field: "website", message: noWebsite } as const;
  return null;
}

/** The button that drafts the introduction of a collection. */
export const Introduction: Drafting["Introduction"] = ({ collection, change, refusal: note }) => {
  const { title, introduction, tools } = collection;
  const { draft, refusal, dialog } = useDrafting();
  const ask = () => {
    const missing =
      title.trim() === "" ? "Please enter a title first" : tools.length === 0 ? "Please add tools first" : "";
    const current = introduction.trim();
    const call = generateIntroduction({
      title: title.trim(),
      currentIntroduction: current,
      tools: tools.map(({ id }) => id),
    });
    const words = wordsOf("Introduction drafted", "Couldn't draft the introduction");
    draft({ title: "Draft of the introduction", call, current, words, onReplace: change }, missing);
  };
  return (
    <>
      <DraftButton label="Draft" press={ask} refusal={refusal && note} />
      {dialog}
    </>
  );
};

/** The button that drafts a note on a tool of a collection. */
export const ToolNote: Drafting["ToolNote"] = ({ collection, tool: { id, name }, note, change }) => {
  const title = collection.title.trim();
  const { draft, refusal, dialog } = useDrafting();
  const ask = () => {
    const call = generateToolNote({ title, tool: id });
    const words = wordsOf("Note drafted", "Couldn't draft the note");
    const missing = title === "" ? "Please enter a title first" : "";
    draft({ title: `Draft of the note on ${name}`, call, current: note.trim(), words, onReplace: change }, missing);
  };
  if (refusal) return null; // one button beside each tool would only say so again
  return (
    <>
      <DraftButton label="Draft" name={`Draft a note on ${name}`} press={ask} />
      {dialog}
    </>
  );
};

function wordsOf(done: string, failed: string): DraftWords {
  return { done, failed, otherwise: "Please try again.", quotesServer: true };
}
