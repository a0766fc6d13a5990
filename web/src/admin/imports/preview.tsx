import type { ReactNode } from "react";
import type { ProductImport } from "../../api/schema.gen";
import { compared, FieldDifferences, isShown, labelOf } from "../../kit/admin/differences";
import { disclosure, panelRows } from "../../kit/admin/styles";
import { countOf, formatCount } from "../../kit/count";

interface PreviewProps {
  found: ProductImport;
}

/** What becomes of prices, states and dates, and what fields change. */
export function Notes({ found: { notes, changed } }: PreviewProps) {
  const fields = changed.filter(({ text }) => isShown(text));
  if (notes.length + fields.length === 0) return null;
  return (
    <ul className="grid list-disc gap-1 pl-5 text-[0.875rem] text-muted wrap-anywhere">
      {fields.length > 0 ? (
        <li>
          Changes in tools that are listed:{" "}
          {fields.map(({ text, count }) => `${labelOf(text)} (${formatCount(count)})`).join(", ")}
        </li>
      ) : null}
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** What an export of a site has that is not imported here. */
export function NotTaken({ found: { format, notTaken } }: PreviewProps) {
  if (format !== "archive") return null;
  const others = notTaken.map(({ label, count }) => `${label} (${formatCount(count)})`).join(", ");
  return (
    <p className="text-[0.875rem] text-muted">
      Only tools, their categories and images are imported{others ? `, not: ${others}` : ""}. To take over a whole site,
      import the ZIP file on the server.
    </p>
  );
}

/** The rows that can't be used. */
export function Problems({ found: { problems, refused } }: PreviewProps) {
  return (
    <Rows
      title={`${countOf(refused, "row")} can't be used`}
      label="Rows that can't be used"
      count={refused}
      listed={problems.length}
    >
      {problems.map(({ line, name, reasons }) => (
        <li key={line} className="px-4 py-2 text-[0.875rem] wrap-anywhere">
          Line {formatCount(line)}
          {name ? ` (${name})` : ""}: <span className="text-danger">{reasons.join("; ")}</span>
        </li>
      ))}
    </Rows>
  );
}

/** The tools that would be added or changed, field by field. */
export function Differences({ found: { differences, created, updated } }: PreviewProps) {
  return (
    <Rows
      title="Tools that would change"
      label="Tools that would change"
      count={created + updated}
      listed={differences.length}
    >
      {differences.map(({ id, name, change, fields }) => {
        const shown = fields.filter(({ field }) => isShown(field));
        return (
          <li key={`${change} ${id}`} className="px-4 py-2 text-[0.875rem]">
            {change === "added" ? (
              <p className="wrap-anywhere">
                {name} <span className="text-dim">new</span>
              </p>
            ) : (
              <details className="group">
                <summary className={`${disclosure} inline-flex min-h-6 items-center gap-2 wrap-anywhere`}>
                  {name}
                  <span className="text-dim">{shown.map(({ field }) => labelOf(field)).join(", ")}</span>
                </summary>
                <FieldDifferences
                  className="mt-2"
                  differences={shown.map(({ field, before, after }) => {
                    const [old, now] = compared(before, after);
                    return { field, label: labelOf(field), before: old, after: now };
                  })}
                />
              </details>
            )}
          </li>
        );
      })}
    </Rows>
  );
}

interface RowsProps {
  title: string;
  label: string;
  count: number;
  listed: number;
  children: ReactNode;
}

/** The first rows of a list; it scrolls. */
function Rows({ title, label, count, listed, children }: RowsProps) {
  if (listed === 0) return null;
  return (
    <div>
      <h3 className="mb-2 font-medium text-[0.9375rem]">{title}</h3>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard scrolls it
        tabIndex={0}
        aria-label={label}
        className={`${panelRows} max-h-96 overflow-y-auto`}
      >
        {children}
        {count > listed ? (
          <li className="px-4 py-2 text-[0.875rem] text-dim">… and {formatCount(count - listed)} more</li>
        ) : null}
      </ul>
    </div>
  );
}
