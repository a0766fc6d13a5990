import { memo } from "react";
import { idOf, type SetField } from "./field-wiring";
import type { FieldPath } from "./fields";

interface TextFieldProps {
  path: FieldPath;
  label: string;
  placeholder: string;
  value: string;
  set: SetField;
  /** Usually more than one line. */
  long?: boolean;
  /** The card's title already contains the label. */
  noLabel?: boolean;
}

/** A field for free text. */
export const TextField = memo(function TextField({
  path,
  label,
  placeholder,
  value,
  set,
  long,
  noLabel,
}: TextFieldProps) {
  const Box = long ? "textarea" : "input";
  const id = idOf(path);
  return (
    <div className={long ? "field col-span-full" : "field"}>
      <div className={noLabel ? "sr-only" : "field-head"}>
        <label htmlFor={id}>{label}</label>
      </div>
      <Box
        id={id}
        name={path}
        className="input"
        placeholder={placeholder}
        autoComplete="off"
        value={value}
        onChange={(event) => set(path, event.currentTarget.value)}
      />
    </div>
  );
});
