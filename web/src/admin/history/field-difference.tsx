import type { Difference, Piece } from "./differences";

/** A field before and after, side by side. */
export function FieldDifference({ difference: { label, before, after } }: { difference: Difference }) {
  return (
    <div className="difference">
      <dt>{label}</dt>
      <dd>
        <span className="sr-only">Before: </span>
        <Pieces pieces={before} as="del" />
      </dd>
      <dd>
        <span className="sr-only">After: </span>
        <Pieces pieces={after} as="ins" />
      </dd>
    </div>
  );
}

function Pieces({ pieces, as: Mark }: { pieces: Piece[]; as: "del" | "ins" }) {
  if (pieces.length === 0) return <span className="text-dim">empty</span>;
  return pieces.map(({ text, changed }, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: pieces have no other name than their place
    return changed ? <Mark key={index}>{text}</Mark> : <span key={index}>{text}</span>;
    // biome-ignore-end lint/suspicious/noArrayIndexKey: until here
  });
}
