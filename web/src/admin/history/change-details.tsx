import { useState } from "react";
import type { EntryState } from "../../api/audit";
import { kinds } from "../../api/kinds.gen";
import type { AuditEntry } from "../../api/schema.gen";
import { momentOf } from "../../kit/admin/days";
import { differencesOf, FieldDifferences } from "../../kit/admin/differences";
import { useMay } from "../../kit/admin/may";
import { Button } from "../../kit/button";
import { countOf } from "../../kit/count";
import { ChangeRows } from "./change-rows";
import { nameOf } from "./entry-words";
import { toolsIn } from "./group-words";
import { RestoreQuestion } from "./restore-question";
import { UndoQuestion } from "./undo-question";

/** The changed fields of an entry, before and after side by side, with the actions that revert it. */
export function ChangeDetails({ entry }: { entry: AuditEntry }) {
  const [asked, setAsked] = useState<State | "undo">();
  const { at, address, requestId, undone } = entry;
  const isGroup = toolsIn(entry) > 0;
  const mayChange = useMay().change("catalog");
  const states = mayChange ? restorable(entry) : [];
  const differences = isGroup ? [] : differencesOf(entry);
  return (
    <>
      {undone.version > 0 ? <p className="mt-1 mb-3 text-[0.875rem] wrap-anywhere">{undoneWords(undone)}</p> : null}
      {differences.length === 0 && !isGroup && entry.action === "update" ? (
        <p className="mb-2 text-[0.875rem] text-muted">No difference.</p>
      ) : null}
      {states.length > 0 && (differences.length > 0 || entry.action !== "update") ? (
        <div className="mb-2 grid grid-cols-2 md:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)]">
          {states.map((state) => (
            <span key={state} className={state === "before" ? "md:col-start-2" : "col-start-2 md:col-start-3"}>
              <Button size="small" onClick={() => setAsked(state)}>
                Restore this version <span className="sr-only">{state} the change</span>
              </Button>
            </span>
          ))}
        </div>
      ) : null}
      {differences.length > 0 ? <FieldDifferences differences={differences} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 mt-3 text-dim text-[0.8125rem] wrap-anywhere">
        <p>
          {momentOf(at)}
          {address ? ` · from ${address}` : ""}
          {requestId ? <span className="whitespace-nowrap"> · request {requestId}</span> : null}
        </p>
        <div className="flex flex-wrap gap-2">
          {entry.canUndo && mayChange ? (
            <Button size="small" onClick={() => setAsked("undo")}>
              {undone.version > 0 ? "Undo the rest" : "Undo"}
            </Button>
          ) : null}
        </div>
      </div>
      {isGroup ? (
        <div className="mt-3">
          <ChangeRows entry={entry} detailsOf={(row) => <ChangeDetails entry={row} />} />
        </div>
      ) : null}
      {asked === "undo" ? (
        <UndoQuestion version={entry.version} what={aloneIn(entry.object)} onClose={() => setAsked(undefined)} />
      ) : null}
      {asked === "before" || asked === "after" ? (
        <RestoreQuestion
          id={Number(entry.objectId)}
          to={{ entry: entry.id, state: asked }}
          name={nameOf(entry)}
          description={`Visitors will see the product as it was ${asked} this change. The current version stays in the history.`}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </>
  );
}

type State = EntryState["state"];

/** The states of a single product that the entry can restore. */
const restorable = (entry: AuditEntry) =>
  entry.object === "products" && entry.objectId !== ""
    ? (["before", "after"] as const).filter((state) => entry[state] !== null)
    : [];

/** What an undo reverts that is no product: "Legal page". */
function aloneIn(object: string): string | undefined {
  const one = kinds.get(object)?.one;
  return object === "products" || !one ? undefined : one.charAt(0).toUpperCase() + one.slice(1);
}

/** "Undone by ann@example.com on Nov 27, 2026, 12:03 PM, except 1 tool that had changed since." */
function undoneWords({ actor, at, left }: AuditEntry["undone"]): string {
  const except = left > 0 ? `, except ${countOf(left, "tool")} that had changed since` : "";
  return `Undone by ${actor || "somebody"} on ${momentOf(at)}${except}.`;
}
