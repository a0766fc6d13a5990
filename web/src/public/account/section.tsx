import { type ReactNode, useId, useState } from "react";
import { Button } from "../../kit/button";
import { useFocusAfter } from "../../kit/use-focus-after";

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
