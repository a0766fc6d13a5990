import type { SyncDifference, SyncKind, SyncRow } from "../../api/schema.gen";
import { compared, FieldDifferences, labelOf } from "../../kit/admin/differences";
import { formatCount } from "../../kit/count";
import { CardText, SyncCard } from "./sync-card";
import { countOfKind, doneTo, leftOutIn, rowWords } from "./sync-words";

/** The changes that a sync would make, by kind, with the values before and after. */
export function SyncPreview({ difference: { kinds, leftOut } }: { difference: SyncDifference }) {
  const differing = kinds.filter((kind) => differs(kind) > 0);
  return (
    <SyncCard title="What a sync would change" className="gap-3 md:col-span-full">
      {leftOut ? <CardText>{leftOutIn(leftOut)}</CardText> : null}
      {differing.length === 0 ? (
        <CardText>Nothing: this site already matches production.</CardText>
      ) : (
        differing.map((kind) => <KindPreview key={kind.kind} kind={kind} />)
      )}
    </SyncCard>
  );
}

function KindPreview({ kind }: { kind: SyncKind }) {
  const hidden = differs(kind) - kind.rows.length;
  return (
    <details className="group w-full border-hairline border-t text-[0.875rem]" open={differs(kind) <= 10}>
      <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-baseline gap-x-4 py-2.5 before:content-['▸'] group-open:before:content-['▾']">
        <span className="min-w-28 font-semibold first-letter:uppercase">{rowWords(kind.kind)[1]}</span>
        <span>{doneTo(kind)}</span>
        <span className="ml-auto text-muted text-[0.8125rem]">{countOfKind(kind.total, kind.kind)} afterwards</span>
      </summary>
      <ul className="grid gap-2.5 pb-4">
        {kind.rows.map((row) => (
          <RowPreview key={row.id} row={row} />
        ))}
      </ul>
      {hidden > 0 ? <p className="text-[0.875rem] text-muted">And {formatCount(hidden)} more.</p> : null}
    </details>
  );
}

/** Formats a value for the screen: the API has booleans and lists as JSON. */
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
    <li className="min-w-0 wrap-anywhere">
      <p>
        <span
          className="inline-block w-22 text-muted text-[0.8125rem] data-[change=added]:text-free data-[change=removed]:text-danger"
          data-change={change}
        >
          {change}
        </span>
        {name}
      </p>
      {fields.length > 0 ? (
        <FieldDifferences
          className="mt-1.5"
          differences={fields.map(({ field, before, after }) => {
            const [old, now] = compared(read(before), read(after));
            return { field, label: labelOf(field), before: old, after: now };
          })}
        />
      ) : null}
    </li>
  );
}
