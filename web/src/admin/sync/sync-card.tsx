import type { ComponentProps } from "react";
import { Card } from "../../kit/admin/card";

/** A card of the tab, whose parts are stacked at their own width. */
export function SyncCard({ className = "", ...card }: ComponentProps<typeof Card>) {
  return <Card className={`flex flex-col items-start ${className}`} {...card} />;
}

/** The description of a card. */
export function CardText(props: ComponentProps<"p">) {
  return <p className="mb-4 max-w-176 text-pretty text-[0.875rem] text-muted" {...props} />;
}
