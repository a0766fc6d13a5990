import type { ComponentProps } from "react";
import { TextField } from "./editor";

/**
 * A date and time in the administrator's time zone. Its value is one of the API, empty if none is set, and stays as it is until
 * another one is chosen: an hour that the end of summer time repeats would not survive the way through the browser's field.
 */
export const TimeField = ({ value, change, ...props }: ComponentProps<typeof TextField>) => (
  <TextField
    {...props}
    type="datetime-local"
    value={value === "" ? "" : localTime(new Date(value))}
    change={(local) => change(local === "" ? "" : new Date(local).toISOString())}
  />
);

/** A time as the browser's field has it: with seconds where there are some. */
export function localTime(time: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${String(time.getFullYear()).padStart(4, "0")}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  const seconds = time.getSeconds() > 0 ? `:${two(time.getSeconds())}` : "";
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}${seconds}`;
}
