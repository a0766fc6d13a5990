import { IconSparkles } from "@tabler/icons-react";
import { type KeyboardEvent, useId, useState } from "react";
import { generateLegalContent } from "../../../api/drafting";
import type { LegalType } from "../../../api/legal-pages";
import { lengthOf, tooMany } from "../../../kit/admin/field-rules";
import { refusedRemark } from "../../../kit/admin/styles";
import { Button } from "../../../kit/button";
import { Field } from "../../../kit/field";
import { toast } from "../../../kit/toast";
import type { DraftWords, useDraft } from "../../drafting/use-draft";
import { useRefusal } from "../../drafting/use-refusal";
import { Card } from "../card";
import { DraftResult } from "./draft-result";
import { defaultPrompt, maxPromptLength } from "./prompts";

/** The messages about the draft of a legal page. */
export const draftWords: DraftWords = {
  done: "Content Generated",
  doneText: "AI has generated new legal content for your review",
  failed: "Generation Failed",
  otherwise: "Failed to generate content. Please try again.",
  quotesServer: false,
};

interface DraftCardProps {
  type: LegalType;
  draft: ReturnType<typeof useDraft>;
  /** Returns the form's current text. */
  present: () => string;
  /** Puts a text into the form. */
  use: (text: string) => void;
}

/**
 * Drafts the text of a page from instructions. The draft stays beside the form until it is used. Where drafting is
 * not available, the card says so; a request is still sent and shows the server's answer.
 */
export function DraftCard({ type, draft, present, use }: DraftCardProps) {
  const [prompt, setPrompt] = useState("");
  const [asked, setAsked] = useState("");
  const refusal = useRefusal();
  const note = useId();
  const mistake = lengthOf(prompt) > maxPromptLength ? tooMany(maxPromptLength) : undefined;
  const generate = () => {
    if (prompt.trim() === "") return toast(noPrompt);
    if (mistake || draft.isRunning) return;
    const currentContent = present().trim();
    setAsked(currentContent);
    void draft.start(generateLegalContent({ prompt: prompt.trim(), pageType: type, currentContent }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) generate();
  };
  return (
    <Card title="AI Legal Content Generator">
      <Field
        label="Custom Instructions"
        required
        error={mistake}
        hint="A draft is a starting point. Have a lawyer review it."
        action={
          <Button size="small" onClick={() => setPrompt(defaultPrompt(type))}>
            Use Default Prompt
          </Button>
        }
      >
        {(wiring) => (
          <textarea
            {...wiring}
            rows={4}
            className="input"
            placeholder="What should the page cover, for whom, in what tone?"
            value={prompt}
            onChange={(event) => setPrompt(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button
          tone="quiet"
          aria-describedby={refusal && note}
          disabled={prompt === "" || draft.isRunning}
          onClick={generate}
        >
          <IconSparkles size={16} aria-hidden="true" />
          {draft.isRunning ? "Generating Content..." : "Generate Legal Content"}
        </Button>
        {draft.isRunning ? <Button onClick={draft.stop}>Stop</Button> : null}
      </div>
      {refusal && draft.phase !== "failed" ? (
        <p id={note} className={`${refusedRemark} mt-4`}>
          {refusal}
        </p>
      ) : null}
      <DraftResult draft={draft} present={asked} use={use} />
    </Card>
  );
}

const noPrompt = {
  title: "Prompt Required",
  description: "Please enter a custom prompt or use the default suggestion",
  tone: "destructive",
} as const;
