import type { ReactNode } from "react";
import { Field } from "../../ui/field";
import { useProductForm } from "./form-context";
import type { ProductValues } from "./product-values";

/** The fields that are one text. */
type TextName = {
  [Name in keyof ProductValues]: string extends ProductValues[Name] ? Name : never;
}[keyof ProductValues];

interface TextFieldProps {
  name: TextName;
  label: string;
  type?: "text" | "url";
  hint?: ReactNode;
  required?: boolean;
  action?: ReactNode;
  placeholder?: string;
  /** More than one line: how many are seen at first. */
  rows?: number;
}

/** A text of the form. */
export function TextField({ name, type = "text", placeholder, rows, ...field }: TextFieldProps) {
  const { register, formState } = useProductForm();
  return (
    <Field {...field} error={formState.errors[name]?.message}>
      {(wiring) =>
        rows === undefined ? (
          <input
            {...wiring}
            {...register(name)}
            type={type}
            placeholder={placeholder}
            autoComplete="off"
            className="input"
          />
        ) : (
          <textarea {...wiring} {...register(name)} rows={rows} placeholder={placeholder} className="input" />
        )
      }
    </Field>
  );
}
