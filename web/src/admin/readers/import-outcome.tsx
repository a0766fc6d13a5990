import type { ReactNode } from "react";
import type { ImportResult } from "../../api/readers";
import { Button } from "../../kit/button";
import { formatCount } from "../../kit/count";
import { focus } from "../../kit/focus";

/** How many skipped lines the server names. */
const named = 100;

/** What became of an import, with the lines that were skipped. */
export function ImportOutcome({ result, onClose }: { result: ImportResult; onClose: () => void }) {
  const { added, known, unsubscribed, left, invalid } = result;
  return (
    <>
      <div ref={focus} tabIndex={-1} className="mt-3 outline-none">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
          <Count count={added}>added as confirmed</Count>
          <Count count={known}>subscribed already; nothing changed</Count>
          <Count count={unsubscribed}>left before, and stay unsubscribed</Count>
          {left > 0 ? <Count count={left}>not subscribed in this list; stored as unsubscribed</Count> : null}
          <Count count={invalid.length} more={invalid.length >= named}>
            {invalid.length === 1 ? "line" : "lines"} skipped
          </Count>
        </dl>
        {invalid.length > 0 ? <SkippedLines lines={invalid} /> : null}
      </div>
      <div className="modal-actions">
        <Button tone="brass" onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  );
}

function Count({ count, more = false, children }: { count: number; more?: boolean; children: ReactNode }) {
  return (
    <>
      <dt className="text-right font-semibold tabular-nums">
        {formatCount(count)}
        {more ? "+" : ""}
      </dt>
      <dd className="text-muted">{children}</dd>
    </>
  );
}

function SkippedLines({ lines }: { lines: ImportResult["invalid"] }) {
  return (
    <section
      aria-label="Skipped lines"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with keys
      tabIndex={0}
      className="mt-4 max-h-60 overflow-y-auto rounded-lg border border-hairline bg-background px-4 py-2"
    >
      <table className="w-full text-left text-[0.8125rem]">
        <thead className="text-dim text-[0.75rem]">
          <tr className="*:py-1 *:font-normal">
            <th scope="col" className="w-16">
              Line
            </th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, message }) => (
            <tr key={line} className="*:py-1 *:align-top">
              <td className="text-muted tabular-nums">{formatCount(line)}</td>
              <td className="wrap-anywhere">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
