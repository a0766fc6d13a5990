import { useEffect, useRef, useState } from "react";
import type { DraftCall } from "../../api/drafting";
import { sentenceOf } from "../../api/fault";
import { toast } from "../../components/toast";

/** What is said in a toast when a draft is there, and when there will be none. */
export interface DraftWords {
  /** Title, and perhaps a sentence. */
  done: string;
  doneText?: string;
  failed: string;
  /** What to say of a failure that the server says nothing of, or is not to be quoted on. */
  otherwise: string;
  quotesServer: boolean;
}

/** How far a draft is. `stopped` is by the one who asked for it: what is there by then may be used. */
export type DraftPhase = "none" | "waiting" | "writing" | "done" | "stopped" | "failed";

export interface DraftState {
  phase: DraftPhase;
  text: string;
  /** What is to be known of the draft; mostly empty. */
  note: string;
  /** Why there is no draft; only where it failed. */
  failure: string;
}

const nothing: DraftState = { phase: "none", text: "", note: "", failure: "" };

/** Has one text drafted at a time, and shows it as it is written. It stops with the component. */
export function useDraft(words: DraftWords) {
  const [state, setState] = useState(nothing);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (call: DraftCall) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    const change = (next: (before: DraftState) => DraftState) => {
      if (running.current === own) setState(next); // a later one has taken its place, or it was cleared
    };
    setState({ ...nothing, phase: "waiting" });
    try {
      const onText = (piece: string) =>
        change((before) => ({ ...before, phase: "writing", text: before.text + piece }));
      const { text, note } = await call({ onText, signal: own.signal });
      if (own.signal.aborted) return;
      change(() => ({ phase: "done", text, note, failure: "" }));
      toast({ title: words.done, ...(words.doneText && { description: words.doneText }) });
    } catch (error) {
      if (own.signal.aborted) return;
      const reason = sentenceOf(error, words.otherwise);
      change((before) => ({ ...before, phase: "failed", failure: reason }));
      const description = words.quotesServer ? reason : words.otherwise;
      toast({ title: words.failed, description, tone: "destructive" });
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
