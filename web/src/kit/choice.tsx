import "./field.css";
import { type ComponentProps, useId } from "react";
import { FieldNote, wiring } from "./field";

interface ChoiceProps extends Omit<ComponentProps<"input">, "type" | "id"> {
  legend: string;
  options: readonly string[];
  /** The option that is selected initially, if the form has no value for it. */
  chosen?: string;
  /** The option that is selected, where the form's state has it. */
  selected?: string;
  hint?: string;
  error?: string;
  required?: boolean;
}

/** A radio group: one of a few options, all visible. */
export function Choice({ legend, options, chosen, selected, hint, error, required = false, ...input }: ChoiceProps) {
  const id = useId();
  const group = wiring(id, error, required);
  return (
    <div {...group} role="radiogroup" aria-labelledby={`${id}-legend`} className="field">
      <div id={`${id}-legend`} className="field-head">
        {legend}
      </div>
      <div className="choice">
        {options.map((option) => (
          <label key={option} className="choice-option">
            <input
              {...input}
              {...(chosen === undefined ? {} : { defaultChecked: option === chosen })}
              {...(selected === undefined ? {} : { checked: option === selected })}
              type="radio"
              value={option}
              className="sr-only"
            />
            {option}
          </label>
        ))}
      </div>
      <FieldNote id={id} hint={hint} error={error} />
    </div>
  );
}
