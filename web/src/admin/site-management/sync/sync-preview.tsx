import type { SyncDifference, SyncKind, SyncRow } from "../../../api/sync";
import { formatCount } from "../../../ui/count";
import { compared, labelOf } from "../../history/differences";
import { FieldDifference } from "../../history/field-difference";
import { countOfKind, doneTo, type Kind, kindWords, leftOutIn } from "./sync-words";

/** What a sync would change, kind by kind, each changed row with before and after side by side. */
export function SyncPreview({ difference: { kinds, leftOut } }: { difference: SyncDifference }) {
  const differing = kinds.filter(({ added, changed, removed }) => added + changed + removed > 0);
  return (
    <section aria-labelledby="sync-preview-title" className="site-card sync-preview">
      <h2 id="sync-preview-title" className="site-title">
        What a sync would change
      </h2>
      {leftOut ? <p className="site-text">{leftOutIn(leftOut)}</p> : null}
      {differing.length === 0 ? (
        <p className="site-text">Nothing: this site already matches production.</p>
      ) : (
        differing.map((kind) => <KindPreview key={kind.kind} kind={kind} />)
      )}
    </section>
  );
}

function KindPreview({ kind }: { kind: SyncKind }) {
  const name = kind.kind as Kind;
  const hidden = kind.added + kind.changed + kind.removed - kind.rows.length;
  return (
    <details className="sync-kind" open={differs(kind) <= 10}>
      <summary>
        <span className="sync-kind-name">{kindWords[name][1]}</span>
        <span>{doneTo(kind)}</span>
        <span className="sync-kind-total">{countOfKind(kind.total, name)} afterwards</span>
      </summary>
      <ul>
        {kind.rows.map((row) => (
          <RowPreview key={row.id} row={row} />
        ))}
      </ul>
      {hidden > 0 ? <p className="site-text">And {formatCount(hidden)} more.</p> : null}
    </details>
  );
}

/** A value as the screens say it: the answer has yes and no, and lists, as JSON has them. */
function read(value: string): string {
  if (value === "true" || value === "false") return value === "true" ? "Yes" : "No";
  if (!/^\[.*\]$/s.test(value)) return value;
  try {
    return (JSON.parse(value) as unknown[]).join(", ");
  } catch {
    return value; // a text that only looks like a list
  }
}

const differs = ({ added, changed, removed }: SyncKind) => added + changed + removed;

function RowPreview({ row: { name, change, fields } }: { row: SyncRow }) {
  return (
    <li>
      <p>
        <span className="sync-change" data-change={change}>
          {change}
        </span>
        {name}
      </p>
      {fields.length > 0 ? (
        <dl className="differences">
          {fields.map(({ field, before, after }) => {
            const [old, now] = compared(read(before), read(after));
            return (
              <FieldDifference key={field} difference={{ field, label: labelOf(field), before: old, after: now }} />
            );
          })}
        </dl>
      ) : null}
    </li>
  );
}
