import { IconSparkles } from "@tabler/icons-react";
import { type KeyboardEvent, useId, useState } from "react";
import type { LegalType } from "../../api/site";
import { CopyButton } from "../../kit/admin/buttons";
import { Card } from "../../kit/admin/card";
import { lengthOf, tooMany } from "../../kit/admin/field-rules";
import type { Drafting } from "../../kit/admin/parts";
import { disclosure, failedRemark, panel, refusedRemark } from "../../kit/admin/styles";
import { useUnsaved } from "../../kit/admin/unsaved";
import { Button } from "../../kit/button";
import { Field } from "../../kit/field";
import { toast } from "../../kit/toast";
import { generateLegalContent } from "./api";
import { DraftComparison, type DraftWords, draftNote, useDraft } from "./draft-dialog";
import { useRefusal } from "./use-drafting";

/** The messages about the draft of a legal page. */
const draftWords: DraftWords = {
  done: "Content Generated",
  doneText: "AI has generated new legal content for your review",
  failed: "Generation Failed",
  otherwise: "Failed to generate content. Please try again.",
  quotesServer: false,
};

/**
 * Drafts the text of a page from instructions. The draft stays beside the form until it is used. Where drafting is
 * not available, the card is folded to one line; opened, it says why, and a request is still sent and shows the
 * server's answer.
 */
export const LegalText: Drafting["LegalText"] = ({ type, current, use }) => {
  const draft = useDraft(draftWords);
  useUnsaved(() => draft.text !== "");
  const [prompt, setPrompt] = useState("");
  const [asked, setAsked] = useState("");
  const refusal = useRefusal();
  const note = useId();
  const mistake = lengthOf(prompt) > maxPromptLength ? tooMany(maxPromptLength) : undefined;
  const generate = () => {
    if (prompt.trim() === "") return toast(noPrompt);
    if (mistake || draft.isRunning) return;
    const currentContent = current.trim();
    setAsked(currentContent);
    void draft.start(generateLegalContent({ prompt: prompt.trim(), pageType: type, currentContent }));
  };
  const apply = (text: string) => {
    use(text);
    draft.clear();
    toast({
      title: "Content Applied",
      description: "It's in the form below. Visitors see it once you save the page.",
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) generate();
  };
  const form = (
    <>
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
      <DraftResult draft={draft} present={asked} use={apply} />
    </>
  );
  if (!refusal) return <Card title={title}>{form}</Card>;
  return (
    <details className={`${panel} group px-4 sm:px-6`}>
      <summary className={`${disclosure} flex min-h-13 items-center gap-x-3 py-2`}>
        <span className="mr-auto flex flex-wrap items-baseline gap-x-3">
          <h2 className="font-display text-xl sm:text-2xl">{title}</h2>
          <span className="text-[0.8125rem] text-dim">Not set up</span>
        </span>
      </summary>
      <div className="pb-6">{form}</div>
    </details>
  );
};

const title = "AI Legal Content Generator";

const noPrompt = {
  title: "Prompt Required",
  description: "Please enter a custom prompt or use the default suggestion",
  tone: "destructive",
} as const;

interface DraftResultProps {
  draft: ReturnType<typeof useDraft>;
  /** The form's text when the draft was requested. */
  present: string;
  use: (text: string) => void;
}

/** The draft so far beside the current text, with its actions. */
function DraftResult({ draft, present, use }: DraftResultProps) {
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

const style =
  "Write in plain English, in Markdown, with a heading for each section. Do not invent a company, an address or a law that I have not named; leave [square brackets] where I have to fill something in.";

const tasks: Record<LegalType, string> = {
  "privacy-policy":
    "Write a privacy policy for a public directory of AI tools. Cover the information collected, how it is used and shared, how it is kept safe, the rights of visitors, cookies, and how to get in touch. Requests about privacy are answered within 30 days.",
  "terms-of-service":
    "Write terms of service for a public directory of AI tools. Cover acceptance, what the service is, what users are responsible for, content and intellectual property, links to third parties, the disclaimer of warranties, the limit of liability, changes to the terms, and how to get in touch.",
  "affiliate-disclaimer":
    "Write an affiliate disclaimer for a public directory of AI tools, some of whose links earn a commission. Cover the affiliate relationships, how the links work, editorial independence, the kinds of programs, prices and terms of purchase, the visitor's own due diligence, and how to get in touch.",
  "gdpr-cookies":
    "Write a cookie notice under the GDPR for a public directory of AI tools. Cover essential, analytics, functional and marketing cookies, the rights under the GDPR, how preferences are managed, cookies of third parties, how long they are kept (analytics up to 24 months), and how to get in touch.",
};

/** Returns the default instructions for the draft of a page. */
const defaultPrompt = (type: LegalType) => `${tasks[type]}\n\n${style}`;

/** The maximum length of instructions, in characters. */
const maxPromptLength = 10_000;
