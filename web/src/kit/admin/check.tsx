import type { ComponentProps } from "react";

/** The style of a checkbox. */
export const checkStyle = "size-4.25 flex-none cursor-pointer accent-text";

/** A checkbox with a touch-sized target. */
export function Check({ className = "", ...input }: ComponentProps<"input">) {
  return (
    <label className={`grid size-11 flex-none cursor-pointer select-none place-items-center ${className}`}>
      <input type="checkbox" className={checkStyle} {...input} />
    </label>
  );
}
