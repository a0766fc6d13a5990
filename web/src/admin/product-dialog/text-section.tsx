import { useId, useState } from "react";
import { useWatch } from "react-hook-form";
import { refusedRemark } from "../../kit/admin/styles";
import { toast } from "../../kit/toast";
import { DraftButton } from "../drafting/draft-button";
import { DraftDialog } from "../drafting/draft-dialog";
import { useRefusal } from "../drafting/use-refusal";
import { type DraftKind, missingFor, recipes } from "./draft-recipes";
import { useProductForm } from "./form-context";
import type { ProductValues } from "./product-values";
import { Section } from "./sections";
import { TextField } from "./text-field";

/** The texts of a tool, with buttons that draft them. */
export function TextSection() {
  const { control, getValues, setFocus } = useProductForm();
  const isDescribed = useWatch({ control, name: "description" }).trim() !== "";
  const [asked, setAsked] = useState<Asked>();
  const refusal = useRefusal();
  const note = useId();
  const ask = (kind: DraftKind) => {
    const values = getValues();
    const missing = missingFor(recipes[kind], values);
    if (missing) {
      toast({ title: "Validation Error", description: missing.message, tone: "destructive" });
      setFocus(missing.field);
    } else if (refusal !== undefined) {
      toast({ title: recipes[kind].words.failed, description: refusal, tone: "destructive" });
    } else setAsked({ kind, values });
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
      {asked ? <ProductDraft {...asked} close={() => setAsked(undefined)} /> : null}
    </Section>
  );
}

/** A requested draft with the form's values at that time. */
interface Asked {
  kind: DraftKind;
  values: ProductValues;
}

/** Drafts one text of the product. An accepted draft goes into the form and is saved with it. */
function ProductDraft({ kind, values, close }: Asked & { close: () => void }) {
  const { setValue } = useProductForm();
  const { field, title, call, words } = recipes[kind];
  return (
    <DraftDialog
      title={title}
      call={call(values)}
      current={values[field].trim()}
      words={words}
      onReplace={(text) => {
        setValue(field, text, { shouldValidate: true });
        close();
      }}
      onClose={close}
    />
  );
}
