import "./field.css";
import { type ComponentProps, useId } from "react";
import { FieldNote, wiring } from "./field";

interface ChoiceProps extends Omit<ComponentProps<"input">, "type" | "id"> {
  legend: string;
  options: readonly string[];
  /** The option that is chosen to begin with, where the form does not say so by itself. */
  chosen?: string;
  hint?: string;
  error?: string;
  required?: boolean;
}

/** One of a few, all of them in sight. */
export function Choice({ legend, options, chosen, hint, error, required = false, ...input }: ChoiceProps) {
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
