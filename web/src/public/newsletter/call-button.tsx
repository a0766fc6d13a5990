import { useState } from "react";
import { sentenceOf } from "../../api/fault";
import { Button } from "../../kit/button";

interface CallButtonProps {
  action: string;
  /** The label while the call is under way. */
  doing: string;
  tone?: "brass" | "quiet" | "danger";
  /** It is as wide as its place. */
  wide?: boolean;
  call: () => Promise<unknown>;
}

/** A button that makes one call, and says below why it failed. */
export function CallButton({ action, doing, tone = "quiet", wide = false, call }: CallButtonProps) {
  const [isCalling, setIsCalling] = useState(false);
  const [failure, setFailure] = useState("");
  const onClick = async () => {
    if (isCalling) return;
    setIsCalling(true);
    setFailure("");
    try {
      await call();
    } catch (error) {
      setFailure(sentenceOf(error, "Connection lost. Please try again."));
    }
    setIsCalling(false);
  };
  return (
    <>
      {/* A disabled button would lose the focus. */}
      <Button
        tone={tone}
        size={wide ? "large" : "normal"}
        aria-disabled={isCalling}
        className={`aria-disabled:opacity-60 ${wide ? "w-full" : ""}`}
        onClick={onClick}
      >
        {isCalling ? doing : action}
      </Button>
      <p role="alert" className="min-h-6 basis-full py-1 text-sm text-danger">
        {failure}
      </p>
    </>
  );
}
