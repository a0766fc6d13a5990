import type { ComponentProps } from "react";

/** The look of a box to check. */
export const checkStyle = "size-4.25 flex-none cursor-pointer accent-text";

/** A box to check, in an area as large as a finger needs. */
export function Check({ className = "", ...input }: ComponentProps<"input">) {
  return (
    <label className={`grid size-11 flex-none cursor-pointer select-none place-items-center ${className}`}>
      <input type="checkbox" className={checkStyle} {...input} />
    </label>
  );
}
