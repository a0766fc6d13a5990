import { hasStatus, sentenceOf } from "../../api/fault";
import { favorites, mergeFavorites, removeFavorite, saveFavorite } from "../../api/favorites";
import type { Favorite } from "../../api/schema.gen";
import { forgetSession } from "../../kit/session-flag";
import { toastError } from "../../kit/toast";
import { removeSaved, replaceSaved, type SavedTool, savedTools, saveTools, subscribeSaved } from "../saved/saved-tools";
import { isCopy, setCopy } from "./list-copy";

/** The saved tools as the account has them, once the changes that are on their way have arrived. */
let known: SavedTool[] = [];
/** Whether this document has read the account's list. */
let isRead = false;
/** Whether a change is the account's own, which need not be sent to it. */
let isQuiet = false;
/** The calls, one after the other: a tool that is saved and removed at once must be removed in the end. */
let calls: Promise<unknown> = Promise.resolve();

/**
 * Replaces the saved tools by the account's, once in a document, and sends each change to the account. `before` is the
 * list as this document began with it: what was changed since is sent too. Returns a function that ends that.
 */
export function followAccount(before: SavedTool[]): () => void {
  known = before;
  if (!isRead) {
    isRead = true;
    queue(() => readList(before));
  }
  const onChange = (isOwn: boolean) => {
    const tools = savedTools();
    if (isOwn && !isQuiet) send(without(tools, known), without(known, tools));
    known = tools;
  };
  onChange(true);
  return subscribeSaved(onChange);
}

/** After signing in: the account gets the tools of this browser, and the browser those of the account. */
export async function mergeIntoAccount() {
  setCopy(false);
  isRead = await readList(savedTools());
}

/** After signing out: the list is in the account, and private on shared computers. */
export function leaveAccount() {
  sessionEnded();
  quietly(() => replaceSaved([]));
}

/** The session has ended on the server. The list stays in this browser. */
export function sessionEnded() {
  isRead = false;
  setCopy(false);
  forgetSession();
}

const queue = (call: () => Promise<unknown>) => {
  calls = calls.then(call);
};

/** Reads the account's list and applies what has changed here since `before`. Reports whether it has succeeded. */
async function readList(before: SavedTool[]): Promise<boolean> {
  try {
    const list = isCopy() ? await favorites() : await mergeFavorites(before.map(({ id }) => id));
    const now = savedTools();
    const kept = without(list.map(savedTool), without(before, now));
    quietly(() => replaceSaved([...kept, ...without(without(now, before), kept)]));
    setCopy(true);
    return true;
  } catch (error) {
    if (hasStatus(error, 401)) sessionEnded();
    return false; // the next document tries again
  }
}

const savedTool = ({ productId, createdAt }: Favorite): SavedTool => ({
  id: productId,
  savedAt: Date.parse(createdAt),
});

const without = (tools: SavedTool[], others: SavedTool[]) => {
  const ids = new Set(others.map(({ id }) => id));
  return tools.filter(({ id }) => !ids.has(id));
};

function send(added: SavedTool[], removed: SavedTool[]) {
  for (const tool of removed) queue(() => remove(tool));
  const [tool] = added;
  if (added.length > 1) queue(() => addAll(added));
  else if (tool) queue(() => add(tool));
}

const add = ({ id }: SavedTool) =>
  attempt(
    () => saveFavorite(id),
    "Couldn't save the tool",
    () => removeSaved(id),
  );

const remove = (tool: SavedTool) =>
  attempt(
    () => removeFavorite(tool.id),
    "Couldn't remove the tool",
    () => saveTools([tool]),
  );

const addAll = (tools: SavedTool[]) =>
  attempt(
    () => mergeFavorites(tools.map(({ id }) => id)),
    "Couldn't save the tools",
    () => replaceSaved(without(savedTools(), tools)),
  );

/** Makes a call. If it fails, takes the change back and says so. */
async function attempt(call: () => Promise<unknown>, title: string, takeBack: () => void) {
  try {
    await call();
  } catch (error) {
    if (hasStatus(error, 401)) {
      sessionEnded();
      toastError("You've been signed out", "Your list stays in this browser.");
      return;
    }
    quietly(takeBack);
    const description = sentenceOf(error, "The connection may have dropped. Please try again.");
    toastError(title, description);
  }
}

function quietly(change: () => void) {
  isQuiet = true;
  change();
  isQuiet = false;
}
