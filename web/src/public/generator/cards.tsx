import content from "./cards.json" with { type: "json" };
import { choiceAt, type FieldPath, type SetField } from "./fields";
import type { Form } from "./form";
import { ChoiceField, TextField } from "./form-fields";

interface CardField {
  path: FieldPath;
  label: string;
  /** Of a text; a choice has none. */
  placeholder?: string;
  /** Usually more than one line. */
  long?: boolean;
  /** The card's title already contains the label. */
  noLabel?: boolean;
}

/** The cards of the form, with their fields and the headings between these. */
const cards = content as { title: string; fields: (CardField | string)[] }[];

interface CardsProps {
  form: Form;
  set: SetField;
  /** True until the form can be filled in. */
  disabled: boolean;
}

/** The form's cards. */
export function Cards({ form, set, disabled }: CardsProps) {
  const input = ({ placeholder, ...field }: CardField) => {
    const { path } = field;
    const shared = { ...field, value: form[path], set };
    if (placeholder) return <TextField key={path} {...shared} placeholder={placeholder} />;
    const customPath = choiceAt(path)?.customPath;
    return <ChoiceField key={path} {...shared} customText={customPath && form[customPath]} />;
  };
  return cards.map(({ title, fields }) => (
    <fieldset key={title} disabled={disabled} className="prompt-card">
      <legend>
        <h2 className="prompt-title">{title}</h2>
      </legend>
      <div className="prompt-grid">
        {fields.map((field) => (typeof field === "string" ? <h3 key={field}>{field}</h3> : input(field)))}
      </div>
    </fieldset>
  ));
}
