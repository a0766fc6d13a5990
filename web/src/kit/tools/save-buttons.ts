import { toast } from "../toast";
import { useListButtons } from "./list-buttons";
import { isSaved, removeSaved, savedLimit, savedTools, saveTools, subscribeSaved } from "./saved-tools";

/**
 * Returns the attributes of a button that saves a product. Documents are the same for all visitors, so its state is set
 * in the browser.
 */
export const saveButton = ({ id, name }: { id: number | string; name: string }) =>
  ({ type: "button", "aria-pressed": "false", "data-save": id, "data-name": name }) as const;

const buttons = {
  attribute: "data-save",
  ids: () => savedTools().map(({ id }) => id),
  subscribe: subscribeSaved,
  press: (button: HTMLElement, id: number) => toggle(id, button.dataset.name ?? ""),
};

/** Makes the save buttons of the page work. */
export const useSaveButtons = () => useListButtons(buttons);

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
