import { type ComponentProps, type ReactNode, useId } from "react";
import { Badge } from "../badge";
import { panel } from "./styles";

export const cardStyle = `${panel} min-w-0 px-4 py-5 sm:p-6`;

/** A card in a tab, under its title. */
export function Card({ title, className = "", children }: { title: string; className?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`${cardStyle} ${className}`}>
      <CardTitle id={id}>{title}</CardTitle>
      {children}
    </section>
  );
}

export function CardTitle(props: ComponentProps<"h2">) {
  return <h2 className="mb-2 font-display text-2xl" {...props} />;
}

/** Shown in place of an empty list. */
export function NothingYet(props: ComponentProps<"p">) {
  return (
    <p
      className="rounded-xl border border-line border-dashed px-4 py-10 text-balance text-center text-[0.875rem] text-muted"
      {...props}
    />
  );
}

/** Shows whether visitors see an item. */
export const StateBadge = ({ isActive }: { isActive: boolean }) => (
  <Badge tone={isActive ? "free" : "unknown"}>{isActive ? "Active" : "Inactive"}</Badge>
);
