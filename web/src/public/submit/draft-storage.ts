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
