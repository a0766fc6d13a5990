import { type Form, filledPaths } from "./form";

/** A prompt: texts, and objects of them, none of them empty. */
export interface Prompt {
  [key: string]: string | Prompt;
}

/** The prompt that a form describes. Fields that say nothing are not in it, nor are objects with nothing in them. */
export function promptOf(form: Form): Prompt {
  const prompt: Prompt = {};
  for (const path of filledPaths(form)) put(prompt, path.split("."), form[path]);
  return prompt;
}

/** The prompt that a form describes, as JSON to be read by people. */
export const jsonOf = (form: Form): string => JSON.stringify(promptOf(form), null, 2);

/** Puts a text where its keys, which are our own, lead. */
function put(prompt: Prompt, [key = "", ...deeper]: string[], text: string) {
  if (deeper.length === 0) {
    prompt[key] = text;
    return;
  }
  const known = prompt[key];
  const inner = typeof known === "object" ? known : {};
  prompt[key] = inner;
  put(inner, deeper, text);
}
