import type { SubmissionDraft } from "../../api/submissions";

/** The error of each invalid field, in a sentence. */
export type Errors = Partial<Record<keyof SubmissionDraft, string>>;

type Draft = Omit<SubmissionDraft, "work">;

/** Reads the form's values; empty optional fields are omitted. */
export function draftOf(form: FormData): Draft {
  const text = (name: keyof Draft) => String(form.get(name) ?? "").trim();
  const optional = (name: keyof Draft) => text(name) || undefined;
  return {
    productName: text("productName"),
    website: withScheme(text("website")),
    description: text("description"),
    category: text("category"),
    type: text("type") as Draft["type"],
    useCases: optional("useCases"),
    logo: optional("logo"),
    videoUrl: optional("videoUrl"),
    email: optional("email"),
    submissionNotes: optional("submissionNotes"),
    company: optional("company"),
  };
}

const required = {
  productName: "Please enter a name",
  website: "Please enter a website URL",
  description: "Please enter a description",
  category: "Please select at least one category",
  type: "Please select a type: Free, Freemium or Premium",
} as const;

/** Returns the required fields that are empty, in the form's order. */
export function missingFrom(draft: Draft): Errors {
  const missing: Errors = {};
  for (const [name, sentence] of Object.entries(required)) {
    if (!draft[name as keyof typeof required]) missing[name as keyof typeof required] = sentence;
  }
  return missing;
}

/** Adds the scheme that people leave out when they type a URL. */
export function withScheme(address: string): string {
  const text = address.trim();
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+([/:?#]|$)/i.test(text) && !/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)
    ? `https://${text}`
    : text;
}

/** Reports whether the typed text is complete enough to look up: an http(s) URL whose host has a top-level domain. */
export function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return /^https?:$/.test(protocol) && /\.[^.]{2,}\.?$/.test(hostname);
}

const storageKey = "submission-draft";

/** Stores the form's values until the tab is closed, for visitors who leave the page and come back. */
export function storeDraft(form: HTMLFormElement) {
  const typed = [...new FormData(form)].filter(([, value]) => value !== "");
  ifAllowed(() => sessionStorage.setItem(storageKey, JSON.stringify(typed)));
}

/** Fills the empty fields with the stored values. */
export function restoreDraft(form: HTMLFormElement) {
  const present = new FormData(form);
  for (const [name, value] of storedDraft()) {
    const field = form.elements.namedItem(name);
    if (present.get(name)) continue;
    if (field instanceof RadioNodeList || field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      field.value = value;
  }
}

export function deleteDraft() {
  ifAllowed(() => sessionStorage.removeItem(storageKey));
}

function storedDraft(): [string, string][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter(Array.isArray).map(([name, value]) => [String(name), String(value)])
      : [];
  } catch {
    return [];
  }
}

/** A browser may refuse storage: then there is no draft, and the form still works. */
function ifAllowed(write: () => void) {
  try {
    write();
  } catch {}
}
