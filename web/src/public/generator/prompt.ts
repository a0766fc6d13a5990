import { type Form, filledPaths } from "./form";

/** A prompt: non-empty texts and objects of them. */
export interface Prompt {
  [key: string]: string | Prompt;
}

/** Returns the prompt that a form describes, without empty fields and objects. */
export function promptOf(form: Form): Prompt {
  const prompt: Prompt = {};
  for (const path of filledPaths(form)) put(prompt, path.split("."), form[path]);
  return prompt;
}

/** Returns the prompt of a form as formatted JSON. */
export const jsonOf = (form: Form): string => JSON.stringify(promptOf(form), null, 2);

/** Puts a text into the prompt at the path of its keys. */
function put(prompt: Prompt, [key = "", ...deeper]: string[], text: string) {
  if (deeper.length === 0) {
    prompt[key] = text;
    return;
  }
  const existing = prompt[key];
  const inner = typeof existing === "object" ? existing : {};
  prompt[key] = inner;
  put(inner, deeper, text);
}
