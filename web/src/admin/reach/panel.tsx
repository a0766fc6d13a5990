import { type ReactNode, useId } from "react";
import { panel } from "../../kit/admin/styles";

/** A part of the report, under its title. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`${panel} min-w-0 px-4 py-5 sm:p-6`}>
      <h2 id={id} className="mb-3 font-display text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
