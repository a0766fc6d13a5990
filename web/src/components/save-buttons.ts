import { useEffect } from "react";
import { isSaved, removeSaved, savedLimit, savedTools, saveTools, subscribeSaved } from "./saved-tools";
import { toast } from "./toast";

/**
 * Returns the attributes of a button that saves a product. Documents are the same for all visitors, so its state is set
 * in the browser.
 */
export const saveButton = ({ id, name }: { id: number | string; name: string }) =>
  ({ type: "button", "aria-pressed": "false", "data-save": id, "data-name": name }) as const;

/** Makes the save buttons of the page work. One listener serves all of them, so that cards need no code for it. */
export function useSaveButtons() {
  useEffect(() => {
    const update = () => showState(document);
    const inserted = new MutationObserver((changes) => {
      for (const target of new Set(changes.map((change) => change.target))) {
        if (target instanceof Element) showState(target);
      }
    });
    update();
    inserted.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("click", onClick);
    const unsubscribe = subscribeSaved(update);
    return () => {
      unsubscribe();
      document.removeEventListener("click", onClick);
      inserted.disconnect();
    };
  }, []);
}

function showState(part: ParentNode) {
  const ids = new Set(savedTools().map(({ id }) => String(id)));
  for (const button of part.querySelectorAll<HTMLElement>("[data-save]")) {
    button.ariaPressed = String(ids.has(button.dataset.save ?? ""));
  }
}

function onClick({ target }: MouseEvent) {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-save]") : null;
  if (button) toggle(Number(button.dataset.save), button.dataset.name ?? "");
}

/** Saves the tool, or removes it from the saved ones, and offers to undo that. */
function toggle(id: number, name: string) {
  if (isSaved(id)) remove(id, name);
  else save(id, name);
}

function save(id: number, name: string) {
  const { rejected, isKept } = saveTools([{ id, savedAt: Date.now() }]);
  if (rejected > 0) {
    return toast({
      title: "Your list is full",
      description: `It holds ${savedLimit} tools. Remove one to save another.`,
      tone: "destructive",
    });
  }
  toast({
    title: "Saved",
    description: isKept ? `${name} is on your list.` : "Your browser forgets it when you close this page.",
    action: { label: "Undo", press: () => void removeSaved(id) },
  });
}

function remove(id: number, name: string) {
  const before = savedTools().filter((tool) => tool.id === id);
  removeSaved(id);
  toast({
    title: "Removed",
    description: `${name} is no longer on your list.`,
    action: { label: "Undo", press: () => void saveTools(before) },
  });
}
