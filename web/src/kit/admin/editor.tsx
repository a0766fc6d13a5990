import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { faultOf } from "../../api/fault";
import { Field } from "../field";
import { errorsOf, type FieldErrors, firstInvalid } from "../form";
import { failed } from "./failure";
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
  /** The title of the message if it could not be saved. */
  failure: string;
  onRefused?: () => void;
}

/**
 * A form that edits one thing: what was typed, the errors of its fields, and the call that saves it. Text typed during a
 * save stays unsaved, leaving it asks first, and the first field with an error gets the focus.
 */
export function useEditor<Values extends object, Answer>(options: EditorOptions<Values, Answer>) {
  const { opened, isSame = isSameJson, check = () => ({}), failure } = options;
  const ref = useRef<HTMLFormElement>(null);
  const [saved, setSaved] = useState(opened);
  const [values, setValues] = useState(opened);
  const [errors, setErrors] = useState<FieldErrors>({});
  const isChanged = !isSame(values, saved);
  useUnsaved(() => isChanged);
  useEffect(() => firstInvalid(ref.current, errors)?.focus(), [errors]);

  const change = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }));
  /** Shows why the server refused a call: at the fields, if it names some. */
  const refuse = (title: string) => (error: Error) => {
    setErrors(errorsOf(faultOf(error)?.fields));
    failed(title)(error);
    options.onRefused?.();
  };
  const save = useMutation({
    mutationFn: options.save,
    onSuccess: (answer, sent) => {
      const stored = options.valuesOf?.(answer) ?? sent;
      setSaved(stored);
      setValues((typed) => (isSame(typed, sent) ? stored : typed));
      setErrors({});
      return options.onSaved(answer);
    },
    onError: refuse(failure),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found = check(values);
    setErrors(found);
    if (Object.keys(found).length === 0) save.mutate(values);
  };
  const form = { ref, onSubmit, noValidate: true };
  return { form, values, errors, isChanged, change, isSaving: save.isPending, refuse, setErrors };
}

const isSameJson = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** Below the fields: whether something is unsaved, and the buttons. */
export function EditorFooter({ isChanged, children }: { isChanged: boolean; children: ReactNode }) {
  return (
    <div className="mt-5 flex flex-wrap items-center gap-2 max-sm:*:flex-auto">
      <p role="status" className="mr-auto flex-[1_1_8rem] text-[0.8125rem] text-muted max-sm:basis-full sm:min-h-5">
        {isChanged ? "Unsaved changes" : ""}
      </p>
      {children}
    </div>
  );
}

interface TextFieldProps
  extends Omit<ComponentProps<typeof Field>, "children">,
    Pick<ComponentProps<"input">, "name" | "type"> {
  /** The lines of a longer text. */
  rows?: number;
  value: string;
  change: (value: string) => void;
}

/** A text of an editor. */
export function TextField({ name, type, rows, value, change, ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      {(wiring) => {
        const input = { ...wiring, name, value, className: "input" };
        return rows ? (
          <textarea {...input} rows={rows} onChange={(event) => change(event.currentTarget.value)} />
        ) : (
          <input {...input} type={type} autoComplete="off" onChange={(event) => change(event.currentTarget.value)} />
        );
      }}
    </Field>
  );
}
