import type { AuditFilters } from "../../api/audit";

export const noFilters: AuditFilters = { object: "", objectId: "", action: "", actor: "" };

/** Parses the filters of a history URL. */
export function filtersAt(search: string): AuditFilters {
  const params = new URLSearchParams(search);
  const word = (key: string) => params.get(key) ?? "";
  return { object: word("object"), objectId: word("objectId"), action: word("action"), actor: word("actor") };
}

/** Returns the URL of the history with these filters. */
export function historyAddress(filters: Partial<AuditFilters>): string {
  const chosen = Object.entries(filters).filter(([, word]) => word !== "");
  return chosen.length === 0 ? "/admin/history" : `/admin/history?${new URLSearchParams(chosen)}`;
}

/** The URL of the trash. */
export const trashAddress = "/admin/history?view=trash";

export const isTrash = (search: string) => new URLSearchParams(search).get("view") === "trash";
