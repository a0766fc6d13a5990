import "./field.css";
import { Field } from "./field";
import { useFieldError } from "./form";

interface EmailFieldProps {
  label?: string;
  autoComplete?: string;
  onInput?: (email: string) => void;
}

/** An email. That of an account is the username for password managers. */
export function EmailField({ label = "Email", autoComplete = "username", onInput }: EmailFieldProps) {
  return (
    <Field label={label} required error={useFieldError("email")}>
      {(wiring) => (
        <input
          {...wiring}
          name="email"
          type="email"
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          className="input"
          onInput={({ currentTarget }) => onInput?.(currentTarget.value.trim())}
        />
      )}
    </Field>
  );
}
