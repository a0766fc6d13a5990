import type { Piece } from "./differences";

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
