import { useEffect, useRef, useState } from "react";
import { sentenceOf } from "../../api/fault";
import { toast } from "../../kit/toast";
import type { DraftCall } from "./api";

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
export type DraftPhase = "none" | "waiting" | "writing" | "done" | "stopped" | "failed";

export interface DraftState {
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
