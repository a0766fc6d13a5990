import { fold, tidy } from "../../kit/fold";
import { limits } from "./product-rules";

/** How many categories are offered at a time. */
const maxOffered = 50;

interface Found {
  /** Existing categories that contain the typed text, those that start with it first. */
  names: string[];
  /** The category that the typed text would create, or null if a matching one exists. */
  create: string | null;
}

/** Returns what to offer for the typed text, besides the chosen categories. */
export function findCategories(known: string[], chosen: string[], typed: string): Found {
  const query = fold(typed);
  const chosenKeys = new Set(chosen.map(fold));
  const open = known.map((name) => ({ name, key: fold(name) })).filter(({ key }) => !chosenKeys.has(key));
  const matching = open.filter(({ key }) => key.includes(query));
  const beginning = matching.filter(({ key }) => key.startsWith(query));
  const others = matching.filter(({ key }) => !key.startsWith(query));
  const isNew = query !== "" && !chosenKeys.has(query) && !open.some(({ key }) => key === query);
  return {
    names: [...beginning, ...others].slice(0, maxOffered).map(({ name }) => name),
    create: isNew ? [...tidy(typed)].slice(0, limits.category).join("").trim() : null,
  };
}
