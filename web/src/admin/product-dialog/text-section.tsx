import { useId } from "react";
import { useWatch } from "react-hook-form";
import { refusedRemark } from "../../kit/admin/styles";
import { toast } from "../../kit/toast";
import { DraftButton } from "../drafting/draft-button";
import { useDrafting } from "../drafting/use-drafting";
import { type DraftKind, missingFor, recipes } from "./draft-recipes";
import { useProductForm } from "./form-context";
import { Section } from "./sections";
import { TextField } from "./text-field";

/** The texts of a tool, with buttons that draft them. */
export function TextSection() {
  const { control, getValues, setFocus, setValue } = useProductForm();
  const isDescribed = useWatch({ control, name: "description" }).trim() !== "";
  const { draft, refusal, dialog } = useDrafting();
  const note = useId();
  const ask = (kind: DraftKind) => {
    const values = getValues();
    const { field, title, call, words } = recipes[kind];
    const missing = missingFor(recipes[kind], values);
    if (missing) {
      toast({ title: "Validation Error", description: missing.message, tone: "destructive" });
      return setFocus(missing.field);
    }
    const onReplace = (text: string) => setValue(field, text, { shouldValidate: true });
    draft({ title, call: call(values), current: values[field].trim(), words, onReplace });
  };
  const button = (kind: DraftKind, label: string) => (
    <DraftButton label={label} press={() => ask(kind)} refusal={refusal && note} />
  );
  return (
    <Section id="text">
      <TextField
        name="description"
        label="Description"
        required
        rows={6}
        action={
          <>
            {button("description", "Generate")}
            {isDescribed ? button("enhancement", "Enhance") : null}
          </>
        }
      />
      <TextField
        name="useCases"
        label="Use cases"
        rows={5}
        hint="Line breaks are kept."
        action={button("useCases", "Generate use cases")}
      />
      {refusal ? (
        <p id={note} className={refusedRemark}>
          {refusal}
        </p>
      ) : null}
      {dialog}
    </Section>
  );
}
