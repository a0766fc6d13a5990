import "./drafting.css";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { sentenceOf } from "../../api/fault";
import { compared, type Piece, Pieces } from "../../kit/admin/differences";
import { failedRemark, remark } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { countOf } from "../../kit/count";
import { Modal } from "../../kit/modal";
import { toast, toastError } from "../../kit/toast";
import type { DraftCall } from "./api";

/** The style of the server's notes about a draft. */
export const draftNote = `${remark} mt-4 border-line border-dashed text-[0.875rem]`;

interface DraftDialogProps {
  /** The text that is drafted, such as "Description". */
  title: string;
  /** Requests a draft: when the dialog opens, and for each new draft. */
  call: DraftCall;
  /** The text that the draft would replace; may be empty. */
  current: string;
  words: DraftWords;
  /** Called with the accepted draft. It saves nothing, and the caller closes the dialog. */
  onReplace: (text: string) => void;
  onClose: () => void;
}

/** Shows a draft while it is written, beside the current text, which only the Replace button replaces. */
export function DraftDialog({ title, call, current, words, onReplace, onClose }: DraftDialogProps) {
  const { start, stop, isRunning, ...draft } = useDraft(words);
  const begin = useEffectEvent(() => void start(call));
  useEffect(() => begin(), []);
  const { phase, text, note, failure } = draft;
  const isUsable = !isRunning && text.trim() !== "";
  return (
    <Modal
      firm
      open
      title={title}
      onClose={onClose}
      className="flex flex-col w-[min(100vw-1.5rem,64rem)] overflow-hidden"
    >
      <p role="status" className="min-h-5 mt-1 text-muted text-sm">
        {statusText(phase, text, current)}
      </p>
      {phase === "failed" ? (
        <p role="alert" className={failedRemark}>
          {failure}
        </p>
      ) : null}
      {note === "" ? null : <p className={draftNote}>{note}</p>}
      {text === "" && !isRunning ? null : <DraftComparison current={current} draft={draft} />}
      <div className="modal-actions flex-none">
        {isRunning ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button onClick={() => void start(call)}>{phase === "failed" ? "Try again" : "Draft again"}</Button>
        )}
        <Button onClick={onClose}>{current === "" ? "Close" : "Keep the current text"}</Button>
        <Button tone="brass" disabled={!isUsable} onClick={() => onReplace(text.trim())}>
          {current === "" ? "Use this text" : "Replace"}
        </Button>
      </div>
    </Modal>
  );
}

function statusText(phase: DraftPhase, text: string, current: string): string {
  switch (phase) {
    case "waiting":
      return "Drafting…";
    case "writing":
      return "The draft is being written…";
    case "none":
      return "Stopped before any text was written.";
    case "stopped":
      return "Stopped. You can use the text so far.";
    case "failed":
      return text.trim() === "" ? "No draft was written." : "The draft was cut off. You can use the text so far.";
    case "done":
      return text.trim() === current.trim()
        ? "The draft is the same as the current text."
        : `${countOf(wordsIn(text), "word")}. Nothing is saved until you save.`;
  }
}

const wordsIn = (text: string) => text.match(/\S+/g)?.length ?? 0;

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

/** The messages for a finished and for a failed draft. */
export interface DraftWords {
  /** A title, and optionally a sentence. */
  done: string;
  doneText?: string;
  failed: string;
  /** The message for a failure without a message from the server, or whose message is not to be shown. */
  otherwise: string;
  quotesServer: boolean;
}

/** The state of a draft. `stopped` means by the user, who may use the text so far. */
type DraftPhase = "none" | "waiting" | "writing" | "done" | "stopped" | "failed";

interface DraftState {
  phase: DraftPhase;
  text: string;
  /** A note about the draft; usually empty. */
  note: string;
  /** Why the draft failed; empty unless it did. */
  failure: string;
}

const nothing: DraftState = { phase: "none", text: "", note: "", failure: "" };

/** Requests one draft at a time and returns it while it is written. Unmounting aborts it. */
export function useDraft(words: DraftWords) {
  const [state, setState] = useState(nothing);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (call: DraftCall) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const change = (next: (before: DraftState) => DraftState) => {
      if (running.current === controller) setState(next); // a newer draft has replaced it, or it was cleared
    };
    setState({ ...nothing, phase: "waiting" });
    try {
      const onText = (piece: string) =>
        change((before) => ({ ...before, phase: "writing", text: before.text + piece }));
      const { text, note } = await call({ onText, signal: controller.signal });
      if (controller.signal.aborted) return;
      change(() => ({ phase: "done", text, note, failure: "" }));
      toast({ title: words.done, ...(words.doneText && { description: words.doneText }) });
    } catch (error) {
      if (controller.signal.aborted) return;
      const reason = sentenceOf(error, words.otherwise);
      change((before) => ({ ...before, phase: "failed", failure: reason }));
      const description = words.quotesServer ? reason : words.otherwise;
      toastError(words.failed, description);
    }
  };

  const stop = () => {
    running.current?.abort();
    setState((before) => ({ ...before, phase: before.text.trim() === "" ? "none" : "stopped" }));
  };

  const clear = () => {
    running.current?.abort();
    running.current = undefined;
    setState(nothing);
  };

  return { ...state, isRunning: state.phase === "waiting" || state.phase === "writing", start, stop, clear };
}
