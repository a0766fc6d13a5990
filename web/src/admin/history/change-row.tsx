import { useState } from "react";
import type { AuditEntry, AuditFilters } from "../../api/audit";
import { AdminLink } from "../link";
import { ChangeDetails } from "./change-details";
import { timeOf } from "./days";
import { wordsOf } from "./entry-words";
import { historyAddress } from "./history-filters";

interface ChangeRowProps {
  entry: AuditEntry;
  filters: AuditFilters;
}

/** One entry of the record, in words; opened, with what was there before and after. */
export function ChangeRow({ entry, filters }: ChangeRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { did, name, rest } = wordsOf(entry);
  return (
    <li className="change-row">
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="chevron">
          <time dateTime={entry.at} className="change-time">
            {timeOf(entry.at)}
          </time>
          <span className="change-words">
            <span className="text-muted">{entry.actor || "Somebody"}</span> {did}
            {name ? <strong> {name}</strong> : null}
            {rest}
          </span>
        </summary>
        {isOpen ? (
          <div className="change-opened">
            <ChangeDetails entry={entry} />
            <p className="change-more">
              {entry.objectId && !filters.objectId ? (
                <AdminLink href={historyAddress({ object: entry.object, objectId: entry.objectId })}>
                  All changes of {name || "this account"}
                </AdminLink>
              ) : null}
              {entry.actor && !filters.actor ? (
                <AdminLink href={historyAddress({ actor: entry.actor })}>All by {entry.actor}</AdminLink>
              ) : null}
            </p>
          </div>
        ) : null}
      </details>
    </li>
  );
}
