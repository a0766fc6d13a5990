import "./field.css";
import { createContext, type FormEvent, type ReactNode, useContext, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { faultOf, sentenceOf } from "../api/fault";
import { Button } from "./button";
import { Field } from "./field";
import { errorsOf, type FieldErrors, firstInvalid, type Rule } from "./form-rules";
import { useHydrated } from "./hydrated";

const ErrorsContext = createContext<FieldErrors>({});

/** Returns the error of a field of the form around. */
export const useFieldError = (name: string) => useContext(ErrorsContext)[name];

/** The answer to a call that belongs to a field, although the API names none. */
export class FieldError extends Error {
  constructor(
    readonly field: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

interface FormProps<Name extends string> {
  label: string;
  /** The fields, each with its rule. */
  rules: Record<Name, Rule>;
  /** Sends the values. What it throws is shown. */
  send: (values: Record<Name, string>) => Promise<unknown>;
  /** The submit button's label; `doing` is its label while the form is being sent. */
  action: string;
  doing: string;
  tone?: "brass" | "quiet" | "danger";
  /** The submit button is as wide as the form. */
  wide?: boolean;
  /** Adds a button to cancel. */
  onCancel?: () => void;
  children: ReactNode;
}

/** A form that shows errors below their fields and moves the focus to the first invalid one. */
export function Form<Name extends string>({
  label,
  rules,
  send,
  action,
  doing,
  tone = "brass",
  wide,
  onCancel,
  children,
}: FormProps<Name>) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState("");
  const [isSending, setIsSending] = useState(false);
  const isReady = useHydrated();

  const end = (found: FieldErrors, sentence: string) => {
    flushSync(() => {
      setErrors(found);
      setFailure(sentence);
      setIsSending(false); // disabled fields cannot take the focus
    });
    const hasFailed = sentence !== "" || Object.keys(found).length > 0;
    const button = form.current?.querySelector<HTMLElement>("[type=submit]");
    if (hasFailed || document.activeElement === document.body) (firstInvalid(form.current, found) ?? button)?.focus();
  };
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const values = valuesIn(event.currentTarget, rules);
    const mistakes = mistakesIn(values, rules);
    if (Object.keys(mistakes).length > 0) return end(mistakes, "");
    setErrors({});
    setFailure("");
    setIsSending(true);
    try {
      await send(values);
      end({}, "");
    } catch (error) {
      const found = fieldErrors(error, form.current);
      end(found, Object.keys(found).length > 0 ? "" : sentenceOf(error, "Connection lost. Please try again."));
    }
  };
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement;
    if (errors[name]) setErrors({ ...errors, [name]: undefined });
  };
  return (
    // Posted before the scripts are loaded, it would be refused, but its values are not in the URL.
    <form ref={form} method="post" onSubmit={onSubmit} onInput={onInput} noValidate aria-label={label}>
      <ErrorsContext.Provider value={errors}>
        <fieldset disabled={isSending || !isReady} className="grid min-w-0 gap-4">
          {children}
        </fieldset>
      </ErrorsContext.Provider>
      <p role="alert" className="min-h-6 py-1 text-sm text-danger">
        {failure}
      </p>
      <div className="flex flex-wrap gap-3 in-[.modal]:justify-end">
        {onCancel ? <Button onClick={onCancel}>Cancel</Button> : null}
        <Button
          type="submit"
          tone={tone}
          size={wide ? "large" : "normal"}
          disabled={isSending || !isReady}
          className={wide ? "w-full" : ""}
        >
          {isSending ? doing : action}
        </Button>
      </div>
    </form>
  );
}

/** Reads the form's values. Spaces around them are a mistake, except in passwords. */
function valuesIn<Name extends string>(form: HTMLFormElement, rules: Record<Name, Rule>): Record<Name, string> {
  const filled = new FormData(form);
  const value = (name: string) => {
    const text = String(filled.get(name) ?? "");
    return /password/i.test(name) ? text : text.trim();
  };
  return Object.fromEntries(Object.keys(rules).map((name) => [name, value(name)])) as Record<Name, string>;
}

function mistakesIn<Name extends string>(values: Record<Name, string>, rules: Record<Name, Rule>): FieldErrors {
  const mistakes = (Object.entries(rules) as [Name, Rule][]).map(([name, rule]) => [name, rule(values[name])] as const);
  return Object.fromEntries(mistakes.filter(([, sentence]) => sentence !== undefined));
}

/** Returns the messages of a failed call about fields of the form. */
function fieldErrors(error: unknown, form: HTMLFormElement | null): FieldErrors {
  if (error instanceof FieldError) return { [error.field]: error.message };
  return errorsOf(faultOf(error)?.fields.filter(({ field }) => form?.elements.namedItem(field)));
}

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
