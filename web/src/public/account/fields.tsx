import "./account.css";
import "../../kit/field.css";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Field } from "../../kit/field";
import { useFieldError } from "../../kit/form";
import { passwordRule } from "../../kit/form-rules";

interface TextFieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  maxLength?: number;
  autoComplete?: string;
  value?: string;
}

export function TextField({ name, label, hint, required, value, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} required={required} error={useFieldError(name)}>
      {(wiring) => <input {...wiring} {...input} name={name} defaultValue={value} className="input" />}
    </Field>
  );
}

interface CodeFieldProps {
  name?: string;
  label?: string;
  hint?: ReactNode;
  /** It gets the focus when it appears. */
  focused?: boolean;
}

/** The 6 characters from an email, however they are spelled or pasted. */
export function CodeField({ name = "code", label = "Code", hint, focused = false }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) input.current?.focus();
  }, [focused]);
  return (
    <Field label={label} hint={hint} required error={useFieldError(name)}>
      {(wiring) => (
        <input
          {...wiring}
          ref={input}
          name={name}
          type="text"
          inputMode="text"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={20}
          className="input code-input"
        />
      )}
    </Field>
  );
}

interface PasswordFieldProps {
  name?: string;
  label?: string;
  /** It is a new password, with the rule as its hint. */
  isNew?: boolean;
}

/** A password that can be shown. */
export function PasswordField({ name = "password", label = "Password", isNew = false }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} hint={isNew ? passwordRule : undefined} required error={useFieldError(name)}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            name={name}
            type={isShown ? "text" : "password"}
            autoComplete={isNew ? "new-password" : "current-password"}
            autoCapitalize="none"
            spellCheck={false}
            className="input pr-18"
          />
          <button type="button" className="password-toggle" onClick={() => setIsShown(!isShown)}>
            {isShown ? "Hide" : "Show"} <span className="sr-only">{label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Field>
  );
}
