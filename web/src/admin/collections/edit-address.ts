import { collectionsPath } from "../../kit/admin/session";

/** The URL of the editor of a collection; without an id, of a new one. */
export const editAddress = (id?: number) => `${collectionsPath}?edit=${id ?? "new"}`;

/** Returns what a URL's query edits: the id of a collection, "new", or undefined for the list. */
export function editedAt(search: string): number | "new" | undefined {
  const word = new URLSearchParams(search).get("edit");
  if (word === "new") return word;
  const id = Number(word);
  return Number.isInteger(id) && id > 0 ? id : undefined;
}
