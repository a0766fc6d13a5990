import type { ReactNode } from "react";
import type { RefusedSubmission } from "../../api/submissions";
import { Field } from "../../kit/field";
import { useSite } from "../../site";
import type { Errors } from "./draft";

interface TextProps {
  name: keyof Errors;
  label: string;
  errors: Errors;
  typed: RefusedSubmission["values"];
  type?: "text" | "url" | "email";
  hint?: ReactNode;
  required?: boolean;
  maxLength?: number;
  autoComplete?: string;
  /** The initial number of rows; makes it a multi-line field. */
  rows?: number;
}

/** A text field of one line or more. */
export function Text({ name, label, errors, typed, hint, required, type = "text", rows, ...rest }: TextProps) {
  const input = { autoComplete: "off", ...rest, name, defaultValue: typed[name], className: "input" };
  return (
    <Field label={label} hint={hint} required={required} error={errors[name]}>
      {(wiring) =>
        rows === undefined ? (
          <input {...wiring} {...input} type={type} />
        ) : (
          <textarea {...wiring} {...input} rows={rows} />
        )
      }
    </Field>
  );
}

/** The category: one of the site's, or a new one. The administrator may choose another. */
export function CategoryField({ error, typed }: { error: string | undefined; typed: string | undefined }) {
  const categories = useSite()?.categories ?? [];
  return (
    <Field label="Category" hint="Choose one, or type a new one." required error={error}>
      {(wiring) => (
        <>
          <input
            {...wiring}
            name="category"
            list="submit-categories"
            maxLength={100}
            defaultValue={typed}
            autoComplete="off"
            className="input"
          />
          <datalist id="submit-categories">
            {categories.map(({ id, name }) => (
              <option key={id} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
