import { useId, useState } from "react";
import { generateIntroduction } from "../../api/drafting";
import { TextField } from "../../kit/admin/editor";
import { refusedRemark } from "../../kit/admin/styles";
import { toast } from "../../kit/toast";
import { DraftButton } from "../drafting/draft-button";
import { DraftDialog } from "../drafting/draft-dialog";
import { useRefusal } from "../drafting/use-refusal";
import type { Values } from "./collection-values";

interface IntroductionProps {
  values: Values;
  error: string | undefined;
  change: (part: Partial<Values>) => void;
}

/** The introduction of a collection, with a button that drafts it. */
export function Introduction({ values, error, change }: IntroductionProps) {
  const { title, introduction, tools } = values;
  const [isAsked, setAsked] = useState(false);
  const refusal = useRefusal();
  const note = useId();
  const ask = () => {
    const missing =
      title.trim() === "" ? "Please enter a title first" : tools.length === 0 ? "Please add tools first" : "";
    if (missing || refusal)
      toast({ title: words.failed, description: missing || (refusal ?? ""), tone: "destructive" });
    else setAsked(true);
  };
  return (
    <>
      <TextField
        label="Introduction"
        hint="Markdown. Search engines index a collection only with one."
        action={<DraftButton label="Draft" press={ask} refusal={refusal && note} />}
        error={error}
        name="introduction"
        rows={9}
        value={introduction}
        change={(text) => change({ introduction: text })}
      />
      {refusal ? (
        <p id={note} className={`${refusedRemark} mt-1 mb-4`}>
          {refusal}
        </p>
      ) : null}
      {isAsked ? (
        <DraftDialog
          title="Draft of the introduction"
          call={generateIntroduction({
            title: title.trim(),
            currentIntroduction: introduction.trim(),
            tools: tools.map(({ id }) => id),
          })}
          current={introduction.trim()}
          words={words}
          onReplace={(text) => {
            change({ introduction: text });
            setAsked(false);
          }}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </>
  );
}

const words = {
  done: "Introduction drafted",
  failed: "Couldn't draft the introduction",
  otherwise: "Please try again.",
  quotesServer: true,
};
