const storageKey = "saved_tools_copy";

/**
 * Reports whether the saved tools of this browser are a copy of the account's. If not, they are merged into it: a visitor
 * may have signed in on a page that doesn't merge, or the merge failed.
 */
export function isCopy(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false; // the browser stores nothing for this site
  }
}

export function setCopy(is: boolean) {
  try {
    if (is) localStorage.setItem(storageKey, "1");
    else localStorage.removeItem(storageKey);
  } catch {}
}
