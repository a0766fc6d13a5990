import { type ComponentProps, type RefObject, useEffect } from "react";
import { countOf } from "../count";
import type { useSelection } from "./use-selection";

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

/** The layout above the rows. Its height does not change with a selection; the checkbox is aligned with those of the rows. */
export const listHead = "flex min-h-13 flex-wrap items-center gap-x-1 py-1 md:pl-[calc(2.75rem+1px)]";

interface SelectAllProps {
  box: RefObject<HTMLInputElement | null>;
  selection: Pick<ReturnType<typeof useSelection>, "share" | "toggleAll">;
  count: number;
}

/** The checkbox of all shown products. */
export function SelectAll({ box, selection: { share, toggleAll }, count }: SelectAllProps) {
  useEffect(() => {
    if (box.current) box.current.indeterminate = share === "some";
  });
  return (
    <Check
      ref={box}
      className="order-1 md:order-none"
      aria-label={`Select all ${countOf(count, "product")} shown`}
      checked={share === "all"}
      disabled={count === 0}
      onChange={toggleAll}
    />
  );
}
