import type { AuditFilters } from "../../api/audit";

export const noFilters: AuditFilters = { object: "", objectId: "", action: "", actor: "" };

/** What an address of the history says of which changes to show. */
export function filtersAt(search: string): AuditFilters {
  const asked = new URLSearchParams(search);
  const word = (key: string) => asked.get(key) ?? "";
  return { object: word("object"), objectId: word("objectId"), action: word("action"), actor: word("actor") };
}

/** The address of the changes that these filters choose. */
export function historyAddress(filters: Partial<AuditFilters>): string {
  const chosen = Object.entries(filters).filter(([, word]) => word !== "");
  return chosen.length === 0 ? "/admin/history" : `/admin/history?${new URLSearchParams(chosen)}`;
}

/** The address of what was deleted and can come back. */
export const trashAddress = "/admin/history?view=trash";

export const isTrash = (search: string) => new URLSearchParams(search).get("view") === "trash";
