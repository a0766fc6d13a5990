import "../../drafting/drafting.css";
import { Button } from "../../../ui/button";
import { CopyButton } from "../../copy-button";
import { DraftComparison } from "../../drafting/draft-comparison";
import type { useDraft } from "../../drafting/use-draft";

interface DraftResultProps {
  draft: ReturnType<typeof useDraft>;
  /** The text that the form had when the draft was asked for. */
  present: string;
  use: (text: string) => void;
}

/** What has been drafted so far, to be read only, beside what it would replace, and what can be done with it. */
export function DraftResult({ draft, present, use }: DraftResultProps) {
  const { phase, text, note, failure, isRunning, clear } = draft;
  if (phase === "none") return null;
  if (phase === "failed") {
    return (
      <p role="alert" className="draft-failure">
        {failure}
      </p>
    );
  }
  return (
    <div className="draft-result">
      <DraftComparison current={present} draft={draft} />
      {note === "" ? null : <p className="draft-note">{note}</p>}
      {isRunning ? null : (
        <div className="draft-actions">
          <Button tone="quiet" onClick={() => use(text.trim())}>
            Use This Content
          </Button>
          <CopyButton text={text} noun="generated content" />
          <Button tone="bare" onClick={clear}>
            Clear
          </Button>
        </div>
      )}
    </div>
  );
}
