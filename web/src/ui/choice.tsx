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

const optionLook =
  "choice-option relative grid min-h-11 cursor-pointer place-items-center rounded-md px-2 py-1 text-center text-sm/normal font-medium text-muted transition-colors hover:text-text has-checked:bg-raised-2 has-checked:text-text has-checked:[box-shadow:inset_0_0_0_1px_var(--color-line)] has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-brass md:min-h-8";

/** One of a few, all of them in sight. */
export function Choice({ legend, options, chosen, hint, error, required = false, ...input }: ChoiceProps) {
  const id = useId();
  const group = wiring(id, error, required);
  return (
    <div {...group} role="radiogroup" aria-labelledby={`${id}-legend`} className="field">
      <div id={`${id}-legend`} className="field-head">
        {legend}
      </div>
      <div
        className={`grid auto-cols-fr grid-flow-col gap-1 rounded-[0.625rem] border bg-background p-1 ${error ? "border-danger" : "border-line"}`}
      >
        {options.map((option) => (
          <label key={option} className={optionLook}>
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
