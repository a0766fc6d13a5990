import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { faultOf } from "../../api/fault";
import { Button } from "../button";
import { Field } from "../field";
import { errorsOf, type FieldErrors, firstInvalid } from "../form-rules";
import { failed } from "./question";
import { disclosure } from "./styles";
import { useUnsaved } from "./unsaved";

interface EditorOptions<Values, Answer> {
  /** What is stored when the editor opens. */
  opened: Values;
  /** Reports whether two versions would be saved as the same. */
  isSame?: (one: Values, other: Values) => boolean;
  /** Returns the mistakes that are found without the server. */
  check?: (values: Values) => FieldErrors;
  save: (values: Values) => Promise<Answer>;
  /** Returns what is stored after a save; without it, what was sent. */
  valuesOf?: (answer: Answer) => Values;
  /** Shows that it is saved. */
  onSaved: (answer: Answer) => unknown;
  /** The title of the message if it could not be saved, or what says so. */
  failure: string | ((error: Error) => unknown);
  /** What the server's names of the fields begin with. */
  part?: string;
  /** Called with the errors of the fields when the editor or the server has refused a save. */
  onRefused?: (errors: FieldErrors) => void;
}

/**
 * A form that edits one thing: what was typed, the errors of its fields, and the call that saves it. Text typed during a
 * save stays unsaved, leaving it asks first, and the first field with an error gets the focus. Once a save was refused,
 * a field is checked again with each of its changes.
 */
export function useEditor<Values extends object, Answer>(options: EditorOptions<Values, Answer>) {
  const { opened, isSame = isSameJson, check = () => ({}), failure, part = "" } = options;
  const ref = useRef<HTMLFormElement>(null);
  const [saved, setSaved] = useState(opened);
  const [values, setValues] = useState(opened);
  const [errors, setErrors] = useState<FieldErrors>({});
  const latest = useRef(opened);
  const isSubmitted = useRef(false);
  const isRefused = useRef(false);
  const isChanged = !isSame(values, saved);
  useUnsaved(() => isChanged);
  useEffect(() => {
    if (isRefused.current) firstInvalid(ref.current, errors)?.focus();
    isRefused.current = false;
  }, [errors]);

  const put = (next: Values) => {
    latest.current = next;
    setValues(next);
  };
  /** Changes values; a function gets what they are now. */
  const change = (part: Partial<Values> | ((now: Values) => Partial<Values>)) => {
    const changed = typeof part === "function" ? part(latest.current) : part;
    put({ ...latest.current, ...changed });
    if (isSubmitted.current) setErrors((before) => errorsAfter(changed, before, check(latest.current)));
  };
  const accept = () => {
    isSubmitted.current = false;
    setErrors({});
  };
  const show = (found: FieldErrors) => {
    isRefused.current = true;
    setErrors(found);
    options.onRefused?.(found);
  };
  /** Shows why the server refused a call: at the fields, if it names some. */
  const refuse = (title: typeof failure) => (error: Error) => {
    const fields = faultOf(error)?.fields.map((fault) => ({ ...fault, field: fault.field.replace(part, "") }));
    (typeof title === "string" ? failed(title) : title)(error);
    show(errorsOf(fields));
  };
  const save = useMutation({
    mutationFn: options.save,
    onSuccess: (answer, sent) => {
      const stored = options.valuesOf?.(answer) ?? sent;
      setSaved(stored);
      if (isSame(latest.current, sent)) put(stored);
      accept();
      return options.onSaved(answer);
    },
    onError: refuse(failure),
  });
  const submit = () => {
    if (save.isPending) return;
    isSubmitted.current = true;
    const found = check(latest.current);
    if (Object.keys(found).length > 0) return show(found);
    setErrors(found);
    save.mutate(latest.current);
  };
  /** Goes on from what somebody else has stored, with other values in the form. */
  const reset = (stored: Values, next: Values) => {
    setSaved(stored);
    put(next);
    accept();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  /** Returns the name, value, error and change of a field that is a text. */
  const text = <Name extends keyof Values & string>(name: Name) => ({
    name,
    value: String(values[name] ?? ""),
    error: errors[name],
    change: (value: string) => change({ [name]: value } as Partial<Values>),
  });
  const form = { ref, onSubmit, noValidate: true };
  return {
    ...{ form, values, errors, isChanged, isSaving: save.isPending },
    ...{ change, text, submit, reset, refuse, setErrors },
  };
}

/** Returns the errors after a change: those of the changed fields are what was found in them now. */
function errorsAfter(changed: object, before: FieldErrors, found: FieldErrors): FieldErrors {
  const isChanged = (name: string) => (/^\w+/.exec(name)?.[0] ?? name) in changed;
  const kept = Object.entries(before).filter(([name]) => !isChanged(name));
  return Object.fromEntries([...kept, ...Object.entries(found).filter(([name]) => isChanged(name))]);
}

const isSameJson = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

interface EditorFooterProps {
  isChanged: boolean;
  /** It stays in sight, below a form that is longer than the window. */
  isBar?: boolean;
  children: ReactNode;
}

/** Below the fields: whether something is unsaved, and the buttons. */
export function EditorFooter({ isChanged, isBar = false, children }: EditorFooterProps) {
  return (
    <div className={`${isBar ? "editor-bar" : "mt-5"} flex flex-wrap items-center gap-2 max-sm:*:flex-auto`}>
      <p role="status" className="mr-auto flex-[1_1_8rem] text-[0.8125rem] text-muted max-sm:basis-full sm:min-h-5">
        {isChanged ? "Unsaved changes" : ""}
      </p>
      {children}
    </div>
  );
}

interface TextFieldProps
  extends Omit<ComponentProps<typeof Field>, "children">,
    Omit<ComponentProps<"input">, "children" | "onChange" | "value"> {
  /** The lines of a longer text. */
  rows?: number;
  /** What a number counts, after its field. */
  unit?: string;
  value: string;
  change: (value: string) => void;
}

/** A text of an editor. */
export function TextField({
  label,
  hint,
  error,
  required,
  action,
  rows,
  unit,
  value,
  change,
  ...props
}: TextFieldProps) {
  const { name, placeholder, maxLength, className = "" } = props;
  return (
    <Field label={label} hint={hint} error={error} required={required} action={action}>
      {(wiring) => {
        const look = { ...wiring, value, className: `input ${className}`.trim() };
        if (rows)
          return (
            <textarea
              {...look}
              {...{ name, placeholder, maxLength, rows }}
              onChange={(event) => change(event.currentTarget.value)}
            />
          );
        const input = (
          <input autoComplete="off" {...props} {...look} onChange={(event) => change(event.currentTarget.value)} />
        );
        return unit ? (
          <span className="flex items-center gap-2.5 text-[0.875rem] text-muted">
            {input} {unit}
          </span>
        ) : (
          input
        );
      }}
    </Field>
  );
}

interface SelectProps extends Omit<ComponentProps<"select">, "onChange" | "value"> {
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  change: (value: string) => void;
}

/** A choice from a list. */
export function Select({ options, change, className = "", ...props }: SelectProps) {
  return (
    <select {...props} className={`input ${className}`.trim()} onChange={(event) => change(event.currentTarget.value)}>
      {options.map(([value, label]) => (
        <option key={value} value={value} disabled={value === "" && props.required}>
          {label}
        </option>
      ))}
    </select>
  );
}

interface SelectFieldProps extends Pick<ComponentProps<typeof Field>, "label" | "hint" | "error">, SelectProps {}

/** A choice of an editor. One without a value is a hint to choose. */
export function SelectField({ label, hint, error, ...props }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required>
      {(wiring) => <Select {...wiring} {...props} required />}
    </Field>
  );
}

interface FoldProps {
  title: string;
  /** Whether it is open before anybody opens or closes it. */
  open: boolean;
  children: ReactNode;
}

/** The fields of a form that few need. Opened, they come into sight. */
export function Fold({ title, open, children }: FoldProps) {
  return (
    <details
      className="group"
      open={open}
      onToggle={({ currentTarget: fold }) => {
        if (fold.open && fold.matches(":focus-within")) fold.scrollIntoView({ block: "nearest" }); // not when the form opens
      }}
    >
      <summary className={`${disclosure} inline-flex min-h-11 items-center gap-2 font-medium text-[0.875rem]`}>
        {title}
      </summary>
      {children}
    </details>
  );
}

interface FormActionsProps {
  /** The submit button's label; `doing` is its label while the form is being sent. */
  action: string;
  doing?: string;
  tone?: "brass" | "danger";
  isSending?: boolean;
  disabled?: boolean;
  onCancel: () => void;
}

/** The buttons of a form in a dialog. */
export function FormActions({ action, doing, tone = "brass", isSending, disabled, onCancel }: FormActionsProps) {
  return (
    <div className="modal-actions">
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" tone={tone} disabled={disabled || isSending}>
        {isSending ? doing : action}
      </Button>
    </div>
  );
}
