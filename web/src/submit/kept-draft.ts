const storageKey = "submission-draft";

/** Keeps what is typed for as long as the tab is open, so that it is there again for who leaves the page and comes back. */
export function keepDraft(form: HTMLFormElement) {
  const typed = [...new FormData(form)].filter(([, value]) => value !== "");
  store(() => sessionStorage.setItem(storageKey, JSON.stringify(typed)));
}

/** Fills what was kept into the fields that are empty. */
export function restoreDraft(form: HTMLFormElement) {
  const present = new FormData(form);
  for (const [name, value] of keptDraft()) {
    const field = form.elements.namedItem(name);
    if (present.get(name)) continue;
    if (field instanceof RadioNodeList || field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      field.value = value;
  }
}

export function forgetDraft() {
  store(() => sessionStorage.removeItem(storageKey));
}

function keptDraft(): [string, string][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter(Array.isArray).map(([name, value]) => [String(name), String(value)])
      : [];
  } catch {
    return [];
  }
}

/** A browser may refuse to store anything: then a draft is not kept, and the form works as before. */
function store(write: () => void) {
  try {
    write();
  } catch {}
}
