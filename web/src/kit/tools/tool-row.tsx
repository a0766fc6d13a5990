import "./tool-row.css";
import type { ReactNode } from "react";
import type { ProductCard } from "../../api/schema.gen";
import { TypeBadge } from "../badge";
import { languageOf } from "../language";
import { ProductLogo } from "./product-logo";
import { cardVisit, type Placement, rowButtons } from "./tool-buttons";

interface ToolRowProps {
  product: ProductCard;
  from: Placement;
  /** Beside its price. */
  badge?: ReactNode;
  /** Above its description. */
  note?: string;
  /** Below that. */
  facts?: ReactNode;
  /** Before its buttons. */
  action?: ReactNode;
  /** Instead of Visit. */
  visit?: ReactNode;
}

/** A tool in a list of rows. */
export function ToolRow({ product, from, badge, note, facts, action, visit }: ToolRowProps) {
  const { slug, name, description, type, hasDeal } = product;
  return (
    <li className="tool-row">
      <ProductLogo product={product} lazy />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 {...languageOf(name)} className="font-display text-2xl leading-tight wrap-anywhere">
            <a href={`/products/${slug}`} className="relative after:absolute after:inset-x-0 after:-inset-y-2.5">
              {name}
            </a>
          </h2>
          <p className="flex flex-wrap items-center gap-2">
            <TypeBadge type={type} />
            {hasDeal ? <span className="badge badge-deal">Deal</span> : null}
            {badge}
          </p>
        </div>
        {note ? (
          <p className="tool-row-note mt-2.5 max-w-2xl whitespace-pre-line text-text wrap-anywhere">{note}</p>
        ) : null}
        {facts}
        <p {...languageOf(description)} className="tool-row-text">
          {description}
        </p>
      </div>
      <div className="tool-row-actions">
        {action}
        {rowButtons(product, "tool-row")}
        {visit ?? cardVisit(product, from)}
      </div>
    </li>
  );
}
