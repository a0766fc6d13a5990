import { useState } from "react";
import type { AuditFilters } from "../../api/audit";
import type { AuditEntry } from "../../api/schema.gen";
import { timeOf } from "../../kit/admin/days";
import { AdminLink } from "../../kit/admin/screen";
import { disclosure } from "../../kit/admin/styles";
import { ChangeDetails } from "./change-details";
import { historyAddress } from "./change-filters";
import { actorOf, type Run, runWords, wordsOf } from "./entry-words";

const furtherLink =
  "inline-flex min-h-11 items-center text-muted underline underline-offset-[0.25em] wrap-anywhere hover:text-text md:min-h-9";

interface ChangeRowProps {
  /** One entry, or several that are alike. */
  run: Run;
  filters: AuditFilters;
}

/** A run of the audit log as a sentence; opened, its entries, or the values before and after one. */
export function ChangeRow({ run, filters }: ChangeRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { verb, name, details } = runWords(run);
  const [entry] = run;
  return (
    <li>
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary
          className={`${disclosure} [[open]>&]:after:rotate-180 flex items-center gap-3 px-4 py-3.5 text-[0.875rem] leading-5 after:ml-auto after:text-dim hover:bg-raised-2 focus-visible:-outline-offset-2`}
        >
          <time
            dateTime={entry.at}
            className="w-16 flex-none self-baseline whitespace-nowrap text-dim text-[0.8125rem] tabular-nums"
          >
            {timeOf(entry.at)}
          </time>
          <span className="self-baseline min-w-0 text-pretty wrap-anywhere">
            <span className="text-muted">{actorOf(entry)}</span> {verb}
            {name ? <strong className="font-semibold"> {name}</strong> : null}
            {details}
            {entry.undone.version > 0 ? (
              <span className="ml-2 inline-block rounded-sm border border-line px-1.5 text-[0.75rem] text-muted">
                {entry.undone.left > 0 ? "Partly undone" : "Undone"}
              </span>
            ) : null}
          </span>
        </summary>
        {isOpen && run.length > 1 ? (
          <ul className="divide-y divide-hairline border-t border-hairline bg-background pl-4">
            {run.map((entry) => (
              <ChangeRow key={entry.id} run={[entry]} filters={filters} />
            ))}
          </ul>
        ) : null}
        {isOpen && run.length === 1 ? <OneChange entry={entry} filters={filters} /> : null}
      </details>
    </li>
  );
}

/** The values of an entry, and where to read on. */
function OneChange({ entry, filters }: { entry: AuditEntry; filters: AuditFilters }) {
  const { name } = wordsOf(entry);
  return (
    <div className="px-4 pt-1 pb-4">
      <ChangeDetails entry={entry} />
      <p className="flex flex-wrap gap-x-5 mt-1 text-[0.8125rem]">
        {entry.objectId && !filters.objectId ? (
          <AdminLink className={furtherLink} href={historyAddress({ object: entry.object, objectId: entry.objectId })}>
            All changes of {name || "this account"}
          </AdminLink>
        ) : null}
        {entry.actor && !filters.actor ? (
          <AdminLink className={furtherLink} href={historyAddress({ actor: entry.actor })}>
            All by {entry.actor}
          </AdminLink>
        ) : null}
      </p>
    </div>
  );
}
