import type { ReactNode } from "react";
import { Field } from "../../kit/field";
import { useProductForm } from "./form-context";
import type { ProductValues } from "./product-values";

/** The names of the text fields. */
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
  /** The initial number of rows; makes it a multi-line field. */
  rows?: number;
}

/** A text field of the product form. */
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
