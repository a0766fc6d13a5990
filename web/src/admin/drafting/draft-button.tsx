import { IconSparkles } from "@tabler/icons-react";
import { Button } from "../../kit/button";

interface DraftButtonProps {
  label: string;
  /** The accessible name, if it says more than the label. */
  name?: string;
  press: () => void;
  /** The id of the sentence that explains why drafting is unavailable; undefined if it is available. */
  refusal?: string | undefined;
}

/** A button that drafts a text. */
export function DraftButton({ label, name, press, refusal }: DraftButtonProps) {
  return (
    <Button size="small" tone={refusal ? "bare" : "quiet"} aria-label={name} aria-describedby={refusal} onClick={press}>
      <IconSparkles size={15} aria-hidden="true" />
      {label}
    </Button>
  );
}
