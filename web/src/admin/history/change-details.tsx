import { useState } from "react";
import type { AuditEntry, EntryState } from "../../api/audit";
import { Button } from "../../ui/button";
import { momentOf } from "./days";
import { differencesOf } from "./differences";
import { nameOf } from "./entry-words";
import { FieldDifferences } from "./field-differences";
import { RestoreQuestion } from "./restore-question";
import { UndoQuestion } from "./undo-question";

/** The changed fields of an entry, before and after side by side, with the actions that revert it. */
export function ChangeDetails({ entry }: { entry: AuditEntry }) {
  const [asked, setAsked] = useState<State | "undo">();
  const { at, address, requestId } = entry;
  const differences = differencesOf(entry);
  return (
    <>
      {differences.length > 0 ? <FieldDifferences differences={differences} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 mt-3 text-dim text-[0.8125rem] wrap-anywhere">
        <p>
          {momentOf(at)}
          {address ? ` · from ${address}` : ""}
          {requestId ? ` · request ${requestId}` : ""}
        </p>
        <div className="flex flex-wrap gap-2">
          {restorable(entry).map((state) => (
            <Button key={state} size="small" onClick={() => setAsked(state)}>
              Restore the state {state} this change
            </Button>
          ))}
          {isUndoable(entry) ? (
            <Button size="small" onClick={() => setAsked("undo")}>
              Undo
            </Button>
          ) : null}
        </div>
      </div>
      {asked === "undo" ? (
        <UndoQuestion version={entry.version} what={alone.get(entry.object)} onClose={() => setAsked(undefined)} />
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

/** What is changed by one entry at a time and is no product, by object. */
const alone = new Map([
  ["collections", "Collection"],
  ["comparison_verdicts", "Verdict"],
  ["legal_pages", "Legal page"],
  ["site_settings", "Settings"],
]);

/** Reports whether the entry is undone as a whole: it changed many products, picks of alternatives or one of the above. */
const isUndoable = ({ object, objectId, action }: AuditEntry) =>
  (object === "products" && objectId === "") ||
  (object === "categories" && action === "merge") ||
  object === "alternative_picks" ||
  alone.has(object);
