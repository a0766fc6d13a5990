import type { Difference, Piece } from "./differences";

interface FieldDifferencesProps {
  differences: Difference[];
  /** What the two sides are, for screen readers. */
  sides?: [string, string];
  className?: string;
}

/** Fields before and after, side by side. */
export function FieldDifferences({ differences, sides = ["Before", "After"], className = "" }: FieldDifferencesProps) {
  return (
    <dl
      className={`divide-y divide-hairline overflow-hidden rounded-lg border border-hairline bg-background ${className}`}
    >
      {differences.map(({ field, label, before, after }) => (
        <div
          key={field}
          className="grid grid-cols-2 text-[0.8125rem] leading-5 md:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)]"
        >
          <dt className="col-span-full px-3 pt-2 text-dim first-letter:uppercase md:col-auto md:py-2">{label}</dt>
          <dd className={`${side} md:border-l`}>
            <span className="sr-only">{sides[0]}: </span>
            <Pieces pieces={before} as="del" />
          </dd>
          <dd className={`${side} border-l`}>
            <span className="sr-only">{sides[1]}: </span>
            <Pieces pieces={after} as="ins" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const side = "max-h-80 overflow-y-auto border-hairline px-3 pt-1.5 pb-2.5 wrap-anywhere whitespace-pre-line md:py-2";

const marks = {
  del: "rounded-[0.1875rem] bg-danger/26 line-through decoration-danger/70",
  ins: "rounded-[0.1875rem] bg-free/24 no-underline",
};

/** One version of a text, with what the other one does not have marked. */
export function Pieces({ pieces, as: Mark }: { pieces: Piece[]; as: "del" | "ins" }) {
  if (pieces.length === 0) return <span className="text-dim">empty</span>;
  return pieces.map(({ text, changed }, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: pieces have no other name than their place
    if (!changed) return <span key={index}>{text}</span>;
    return (
      <Mark key={index} className={marks[Mark]}>
        {text}
      </Mark>
    );
    // biome-ignore-end lint/suspicious/noArrayIndexKey: until here
  });
}
