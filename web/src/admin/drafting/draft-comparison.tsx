import { compared, type Piece } from "../history/differences";
import type { DraftState } from "./use-draft";

interface DraftComparisonProps {
  /** The text that the draft would replace; empty: there is none. */
  current: string;
  draft: Pick<DraftState, "phase" | "text">;
}

/** The draft beside the text that it would replace. Once it is written, what only one of them has is marked. */
export function DraftComparison({ current, draft: { phase, text } }: DraftComparisonProps) {
  const isWritten = phase !== "waiting" && phase !== "writing";
  const [old, drafted] = isWritten && current !== "" ? compared(current, text) : [plain(current), plain(text)];
  return (
    <div className="draft-sides" data-alone={current === "" || undefined}>
      <section aria-label="Draft" aria-busy={!isWritten} className="draft-side">
        <h3>Draft</h3>
        <div className="draft-text" data-phase={phase}>
          {phase === "waiting" ? <Lines /> : <Pieces pieces={drafted} as="ins" />}
        </div>
      </section>
      {current === "" ? null : (
        <section aria-label="Current text" className="draft-side">
          <h3>Current text</h3>
          <div className="draft-text">
            <Pieces pieces={old} as="del" />
          </div>
        </section>
      )}
    </div>
  );
}

const plain = (text: string): Piece[] => [{ text, changed: false }];

function Pieces({ pieces, as: Mark }: { pieces: Piece[]; as: "ins" | "del" }) {
  return pieces.map(({ text, changed }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces stand where they stand
    changed ? <Mark key={index}>{text}</Mark> : <span key={index}>{text}</span>,
  );
}

/** Lines in the shape of the text that is on its way. */
function Lines() {
  return ["w-full", "w-11/12", "w-full", "w-3/5"].map((width, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they never move
    <span key={index} aria-hidden="true" className={`skeleton my-2 h-3.5 ${width}`} />
  ));
}
