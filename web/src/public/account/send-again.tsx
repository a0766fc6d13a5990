import { useEffect, useState } from "react";
import { sentenceOf } from "../../api/fault";
import { Button } from "../../kit/button";
import { isEmail } from "../../kit/form-rules";

/** How long to wait before another code can be requested, in seconds. */
const pause = 30;

interface SendAgainProps {
  email: string;
  /** Requests a code by email. */
  send: (email: string) => Promise<unknown>;
  /** Whether a code is on its way already, so that the pause begins at once. */
  isSent?: boolean;
}

/** Requests another code, at most every 30 seconds. */
export function SendAgain({ email, send, isSent = false }: SendAgainProps) {
  const [left, setLeft] = useState(isSent ? pause : 0);
  const [note, setNote] = useState("");
  const isPaused = left > 0;
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  const onClick = async () => {
    if (isPaused) return;
    const mistake = isEmail(email);
    if (mistake) return setNote(mistake);
    setLeft(pause);
    setNote("");
    try {
      await send(email);
      setNote("Sent. Only the newest code works. An address gets at most three emails a day.");
    } catch (error) {
      setLeft(0);
      setNote(sentenceOf(error, "Connection lost. Please try again."));
    }
  };
  return (
    <div className="mt-2 text-center">
      {/* A disabled button would lose the focus. */}
      <Button tone="bare" aria-disabled={isPaused} className="tabular-nums aria-disabled:opacity-60" onClick={onClick}>
        Send a new code{isPaused ? ` (${left} s)` : ""}
      </Button>
      <p role="status" className="min-h-10 text-sm/normal text-muted">
        {note}
      </p>
    </div>
  );
}
