import { useId } from "react";
import { parts } from "../../admin-features";
import { TextField } from "../../kit/admin/editor";
import { refusedRemark } from "../../kit/admin/styles";
import type { Values } from "./collection-values";

interface IntroductionProps {
  values: Values;
  error: string | undefined;
  change: (part: Partial<Values>) => void;
}

/** The introduction of a collection, with a button that drafts it. */
export function Introduction({ values, error, change }: IntroductionProps) {
  const { drafting } = parts;
  const refusal = useId();
  const set = (introduction: string) => change({ introduction });
  return (
    <>
      <TextField
        label="Introduction"
        hint="Markdown. Search engines index a collection only with one."
        action={drafting ? <drafting.Introduction collection={values} change={set} refusal={refusal} /> : null}
        error={error}
        name="introduction"
        rows={9}
        value={values.introduction}
        change={set}
      />
      {drafting ? <drafting.Refusal id={refusal} className={`${refusedRemark} mt-1 mb-4`} /> : null}
    </>
  );
}
