import type { ReactNode } from "react";
import type { AuditFilters } from "../../api/audit";
import { kinds } from "../../api/kinds.gen";
import type { AuditEntry } from "../../api/schema.gen";
import { go } from "../../history";
import { Select } from "../../kit/admin/editor";
import { AdminLink } from "../../kit/admin/screen";
import { buttonStyle } from "../../kit/button";
import { currentName } from "./entry-words";

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

const objects = new Map([...kinds].map(([name, { many }]) => [name, many]));

const actions = new Map([
  ["create", "Added"],
  ["update", "Changed"],
  ["delete", "Deleted"],
  ["restore", "Restored"],
  ["undo", "Undone"],
  ["reorder", "Moved"],
  ["rename", "Renamed"],
  ["merge", "Merged"],
  ["import", "Imported"],
  ["upload", "Uploaded"],
  ["sync", "Synced"],
  ["login", "Signed in"],
  ["login_failed", "Failed to sign in"],
]);

interface ChangeFiltersProps {
  filters: AuditFilters;
  /** The shown entries; the name of the chosen object is taken from them. */
  entries: AuditEntry[];
}

/** Filters the changes. The filters by object and by user are set in the entries and removed here. */
export function ChangeFilters({ filters, entries }: ChangeFiltersProps) {
  const choose = (chosen: Partial<AuditFilters>) => go(historyAddress({ ...filters, ...chosen }));
  const isFiltered = historyAddress(filters) !== historyAddress(noFilters);
  return (
    <div className="flex flex-wrap items-center gap-2 mt-5">
      <Choice
        label="Area"
        all="All areas"
        words={objects}
        value={filters.object}
        onChange={(object) => choose({ object, objectId: "" })}
      />
      <Choice
        label="Action"
        all="All actions"
        words={actions}
        value={filters.action}
        onChange={(action) => choose({ action })}
      />
      {filters.objectId ? (
        <Chosen href={historyAddress({ ...filters, objectId: "" })}>Only {currentName(entries, filters)}</Chosen>
      ) : null}
      {filters.actor ? <Chosen href={historyAddress({ ...filters, actor: "" })}>Only {filters.actor}</Chosen> : null}
      {isFiltered ? (
        <AdminLink href={historyAddress(noFilters)} className={buttonStyle({ tone: "bare", size: "small" })}>
          Clear
        </AdminLink>
      ) : null}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  words: Map<string, string>;
  value: string;
  onChange: (value: string) => void;
}

function Choice({ label, all, words, value, onChange }: ChoiceProps) {
  const isKnown = value === "" || words.has(value);
  return (
    <Select
      aria-label={label}
      className="w-auto min-w-0 max-w-60 flex-[1_1_9rem] text-ellipsis"
      value={value}
      options={[["", all], ...(isKnown ? [] : [[value, value] as const]), ...words]}
      change={onChange}
    />
  );
}

/** An active filter that a click removes. */
function Chosen({ href, children }: { href: string; children: ReactNode }) {
  return (
    <AdminLink
      href={href}
      className="inline-flex items-center gap-2 min-w-0 max-w-full min-h-11 px-3.5 rounded-4xl bg-text text-background text-[0.8125rem] font-semibold md:min-h-9"
    >
      <span className="truncate">{children}</span>
      <span aria-hidden="true">×</span>
      <span className="sr-only">(remove)</span>
    </AdminLink>
  );
}
