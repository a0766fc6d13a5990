import { CopyButton } from "../../../kit/admin/copy-button";
import { failedRemark } from "../../../kit/admin/styles";
import { Button } from "../../../kit/button";
import { DraftComparison } from "../../drafting/draft-comparison";
import { draftNote } from "../../drafting/draft-dialog";
import type { useDraft } from "../../drafting/use-draft";

interface DraftResultProps {
  draft: ReturnType<typeof useDraft>;
  /** The form's text when the draft was requested. */
  present: string;
  use: (text: string) => void;
}

/** The draft so far beside the current text, with its actions. */
export function DraftResult({ draft, present, use }: DraftResultProps) {
  const { phase, text, note, failure, isRunning, clear } = draft;
  if (phase === "none") return null;
  if (phase === "failed") {
    return (
      <p role="alert" className={failedRemark}>
        {failure}
      </p>
    );
  }
  return (
    <div>
      <DraftComparison current={present} draft={draft} className="max-h-96 overflow-y-auto" />
      {note === "" ? null : <p className={draftNote}>{note}</p>}
      {isRunning ? null : (
        <div className="mt-3 flex flex-wrap items-center gap-2">
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
