import { useEffect, useRef } from "react";

/** Moves the focus to the first control of a part when its content has changed with this state. */
export function useFocusAfter(state: unknown) {
  const part = useRef<HTMLDivElement>(null);
  const shown = useRef(state);
  useEffect(() => {
    const controls = "input:not([type=hidden]), button";
    if (shown.current !== state) part.current?.querySelector<HTMLElement>(controls)?.focus();
    shown.current = state;
  }, [state]);
  return part;
}
