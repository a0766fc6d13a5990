import { useEffect, useState } from "react";
import { toast, toastError } from "../../kit/toast";
import { useListButtons } from "../../kit/tools/tool-buttons";
import { type Feature, lazyRoute } from "../../route";
import { isSaved, removeSaved, savedLimit, savedTools, saveTools, subscribeSaved } from "./saved-tools";

export const savedFeature: Feature = {
  pages: () => [lazyRoute("/saved", async () => (await import("./saved")).Saved, "Saved tools")],
  navigation: [{ href: "/saved", label: "Saved", Count: SavedCount }],
  everyPage: [SaveButtons],
  toolButtons: [
    {
      action: "Save",
      className: "save",
      isInRows: true,
      attributes: ({ id, name }) => ({ type: "button", "aria-pressed": "false", "data-save": id, "data-name": name }),
    },
  ],
};

/** How many tools are saved in this browser. Documents are the same for all visitors, so it is added in the browser. */
function SavedCount() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const update = () => setCount(savedTools().length);
    update();
    return subscribeSaved(update);
  }, []);
  return count === 0 ? null : (
    <>
      {" "}
      <span className="text-brass tabular-nums">{count}</span>{" "}
      <span className="sr-only">{count === 1 ? "tool" : "tools"}</span>
    </>
  );
}

const buttons = {
  attribute: "data-save",
  ids: () => savedTools().map(({ id }) => id),
  subscribe: subscribeSaved,
  press: (button: HTMLElement, id: number) => toggle(id, button.dataset.name ?? ""),
};

/** Makes the save buttons of the page work. */
function SaveButtons() {
  useListButtons(buttons);
  return null;
}

/** Saves the tool, or removes it from the saved ones, and offers to undo that. */
function toggle(id: number, name: string) {
  if (isSaved(id)) remove(id, name);
  else save(id, name);
}

function save(id: number, name: string) {
  const { rejected, isKept } = saveTools([{ id, savedAt: Date.now() }]);
  if (rejected > 0) {
    return toastError("Your list is full", `It holds ${savedLimit} tools. Remove one to save another.`);
  }
  toast({
    title: "Saved",
    description: isKept ? `${name} is on your list.` : "Your browser won't remember it after you close this page.",
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
