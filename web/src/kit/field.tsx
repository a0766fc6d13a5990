import "./field.css";
import { type ReactNode, useId } from "react";

/** The attributes that connect an input with its label, hint and error. */
interface FieldWiring {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** The error, in a sentence. It replaces the hint. */
  error?: string | undefined;
  required?: boolean;
  /** An action on the field, at the end of the label's line. */
  action?: ReactNode;
  children: (wiring: FieldWiring) => ReactNode;
}

/** An input with its label above and a hint or an error below. */
export function Field({ label, hint, error, required = false, action, children }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <div className={action ? "field-head pb-2" : "field-head"}>
        <label htmlFor={id}>{label}</label>
        {required ? null : <span className="field-optional">optional</span>}
        {action ? <span className="ml-auto flex flex-wrap gap-2">{action}</span> : null}
      </div>
      {children(wiring(id, error, required))}
      <FieldNote id={id} hint={hint} error={error} />
    </div>
  );
}

/** Returns the attributes that connect an input with its label, hint and error. */
export const wiring = (id: string, error: string | undefined, required: boolean): FieldWiring => ({
  id,
  "aria-describedby": noteOf(id),
  "aria-invalid": error ? true : undefined,
  "aria-required": required || undefined,
});

const noteOf = (id: string) => `${id}-note`;

/** The line below a field. */
export function FieldNote({ id, hint, error }: Pick<FieldProps, "hint" | "error"> & { id: string }) {
  return (
    <p id={noteOf(id)} className="field-note" data-error={error ? "" : undefined}>
      {error ?? hint}
    </p>
  );
}
