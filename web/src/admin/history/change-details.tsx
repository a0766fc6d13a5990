import { useState } from "react";
import type { AuditEntry } from "../../api/audit";
import { Button } from "../../ui/button";
import { momentOf } from "./days";
import { differencesOf } from "./differences";
import { nameOf } from "./entry-words";
import { FieldDifference } from "./field-difference";
import { RestoreQuestion } from "./restore-question";

/** What an entry has changed, field by field, before and after side by side, and the way back. */
export function ChangeDetails({ entry }: { entry: AuditEntry }) {
  const [isAsking, setIsAsking] = useState(false);
  const { at, address, requestId } = entry;
  const differences = differencesOf(entry);
  return (
    <>
      {differences.length > 0 ? (
        <dl className="differences">
          {differences.map((difference) => (
            <FieldDifference key={difference.field} difference={difference} />
          ))}
        </dl>
      ) : null}
      <div className="change-foot">
        <p>
          {momentOf(at)}
          {address ? ` · from ${address}` : ""}
          {requestId ? ` · request ${requestId}` : ""}
        </p>
        {canRestore(entry) ? (
          <Button size="small" onClick={() => setIsAsking(true)}>
            {entry.after === null ? "Bring it back" : "Restore this state"}
          </Button>
        ) : null}
      </div>
      {isAsking ? (
        <RestoreQuestion
          id={Number(entry.objectId)}
          entry={entry.id}
          name={nameOf(entry)}
          description={
            entry.after === null
              ? "The product comes back as it was when it was deleted, for visitors too."
              : "The product becomes what it was after this change, for visitors too. What it is now stays in the history."
          }
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </>
  );
}

/** An entry that holds the state of one product can be gone back to. */
const canRestore = ({ object, objectId, before, after }: AuditEntry) =>
  object === "products" && objectId !== "" && (before !== null || after !== null);
