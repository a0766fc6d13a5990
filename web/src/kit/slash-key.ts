import { type RefObject, useEffect } from "react";

/** Where a slash is typed, or belongs to something else. */
export const typing =
  "input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog]";

/** Focuses a search on the slash key, unless the user is typing somewhere. The search of a hero in the window comes first. */
export function useSlashKey(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isElsewhere = event.target instanceof Element && event.target.closest(typing);
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isElsewhere) return;
      event.preventDefault();
      const target =
        document.querySelector<HTMLInputElement>(".hero-search:not([data-passed]) > input") ?? field.current;
      target?.focus();
      target?.select();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [field]);
}
