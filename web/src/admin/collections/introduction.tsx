import { useId } from "react";
import { generateIntroduction } from "../../api/drafting";
import { TextField } from "../../kit/admin/editor";
import { refusedRemark } from "../../kit/admin/styles";
import { DraftButton } from "../drafting/draft-button";
import { useDrafting } from "../drafting/use-drafting";
import type { Values } from "./collection-values";

interface IntroductionProps {
  values: Values;
  error: string | undefined;
  change: (part: Partial<Values>) => void;
}

/** The introduction of a collection, with a button that drafts it. */
export function Introduction({ values, error, change }: IntroductionProps) {
  const { title, introduction, tools } = values;
  const { draft, refusal, dialog } = useDrafting();
  const note = useId();
  const ask = () => {
    const missing =
      title.trim() === "" ? "Please enter a title first" : tools.length === 0 ? "Please add tools first" : "";
    const current = introduction.trim();
    const call = generateIntroduction({
      title: title.trim(),
      currentIntroduction: current,
      tools: tools.map(({ id }) => id),
    });
    const onReplace = (text: string) => change({ introduction: text });
    draft({ title: "Draft of the introduction", call, current, words, onReplace }, missing);
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
      {dialog}
    </>
  );
}

const words = {
  done: "Introduction drafted",
  failed: "Couldn't draft the introduction",
  otherwise: "Please try again.",
  quotesServer: true,
};
