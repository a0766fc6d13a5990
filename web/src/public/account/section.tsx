import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../kit/button";

/** A part of the account: its title at the left, its content at the right. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-4 border-t border-hairline py-8 md:grid-cols-[13rem_minmax(0,1fr)]"
    >
      <h2 id={id} className="font-display text-2xl/tight">
        {title}
      </h2>
      <div className="min-w-0 md:pt-1">{children}</div>
    </section>
  );
}

interface ChangeProps {
  /** The button that opens the form. */
  action: string;
  children: (close: () => void) => ReactNode;
}

/** A form that is shown when it is asked for. The focus goes into it, and returns to the button. */
export function Change({ action, children }: ChangeProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div ref={useFocusAfter(isOpen)} className="max-w-md">
      {isOpen ? children(() => setIsOpen(false)) : <Button onClick={() => setIsOpen(true)}>{action}</Button>}
    </div>
  );
}

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
