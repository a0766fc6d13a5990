import "./account.css";
import "../../kit/field.css";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { sentenceOf } from "../../api/fault";
import { Button } from "../../kit/button";
import { Field } from "../../kit/field";
import { useFieldError } from "../../kit/form";
import { isEmail, passwordRule } from "../../kit/form-rules";

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

/** How long to wait before another code can be requested, in seconds. */
const pause = 30;

interface SendAgainProps {
  email: string;
  /** Requests a code by email. */
  send: (email: string) => Promise<unknown>;
  /** Whether a code is on its way already, so that the pause begins at once. */
  isSent?: boolean;
}

/** Requests another code, at most every 30 seconds. */
export function SendAgain({ email, send, isSent = false }: SendAgainProps) {
  const [left, setLeft] = useState(isSent ? pause : 0);
  const [note, setNote] = useState("");
  const isPaused = left > 0;
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  const onClick = async () => {
    if (isPaused) return;
    const mistake = isEmail(email);
    if (mistake) return setNote(mistake);
    setLeft(pause);
    setNote("");
    try {
      await send(email);
      setNote("Sent. Only the newest code works. We send at most three emails a day.");
    } catch (error) {
      setLeft(0);
      setNote(sentenceOf(error, "Connection lost. Please try again."));
    }
  };
  return (
    <div className="mt-2 text-center">
      {/* A disabled button would lose the focus. */}
      <Button tone="bare" aria-disabled={isPaused} className="tabular-nums aria-disabled:opacity-60" onClick={onClick}>
        Send a new code{isPaused ? ` (${left} s)` : ""}
      </Button>
      <p role="status" className="min-h-10 text-sm/normal text-muted">
        {note}
      </p>
    </div>
  );
}
