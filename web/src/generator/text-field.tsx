import { memo } from "react";
import { idOf, type SetField } from "./field-wiring";
import type { FieldPath } from "./fields";

interface TextFieldProps {
  path: FieldPath;
  label: string;
  placeholder: string;
  value: string;
  set: SetField;
  /** More than a line is expected. */
  long?: boolean;
  /** The card's title says the label already. */
  lone?: boolean;
}

/** A field for one's own words. */
export const TextField = memo(function TextField({ path, label, placeholder, value, set, long, lone }: TextFieldProps) {
  const Box = long ? "textarea" : "input";
  const id = idOf(path);
  return (
    <div className={long ? "field col-span-full" : "field"}>
      <div className={lone ? "sr-only" : "field-head"}>
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
