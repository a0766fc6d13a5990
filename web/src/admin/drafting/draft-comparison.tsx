import { compared, type Piece } from "../../kit/admin/differences";
import { Pieces } from "../../kit/admin/field-differences";
import type { DraftState } from "./use-draft";

interface DraftComparisonProps {
  /** The text that the draft would replace; may be empty. */
  current: string;
  draft: Pick<DraftState, "phase" | "text">;
  /** The style of both texts. */
  className?: string;
}

/** The draft beside the current text. The differences are marked once the draft is complete. */
export function DraftComparison({ current, draft: { phase, text }, className = "" }: DraftComparisonProps) {
  const isWritten = phase !== "waiting" && phase !== "writing";
  const [old, drafted] = isWritten && current !== "" ? compared(current, text) : [plain(current), plain(text)];
  return (
    <div
      className={`grid overflow-y-auto gap-4 min-h-0 mt-4 overscroll-contain ${current === "" ? "" : "md:grid-cols-2"}`}
    >
      <section aria-label="Draft" aria-busy={!isWritten} className="flex flex-col min-w-0">
        <h3 className={heading}>Draft</h3>
        <div className={`${draftText} ${className}`} data-phase={phase}>
          {phase === "waiting" ? <Lines /> : <Pieces pieces={drafted} as="ins" />}
        </div>
      </section>
      {current === "" ? null : (
        <section aria-label="Current text" className="flex flex-col min-w-0">
          <h3 className={heading}>Current text</h3>
          <div className={`${draftText} ${className}`}>
            <Pieces pieces={old} as="del" />
          </div>
        </section>
      )}
    </div>
  );
}

const heading = "mb-2 font-[550] text-[0.8125rem] text-muted";

const draftText =
  "draft-text min-h-32 flex-1 rounded-field border border-hairline bg-background px-4 py-3 text-[0.9375rem] wrap-anywhere whitespace-pre-wrap md:min-h-56";

const plain = (text: string): Piece[] => [{ text, changed: false }];

/** Placeholder lines until the text arrives. */
function Lines() {
  return ["w-full", "w-11/12", "w-full", "w-3/5"].map((width, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they never move
    <span key={index} aria-hidden="true" className={`skeleton my-2 h-3.5 ${width}`} />
  ));
}
