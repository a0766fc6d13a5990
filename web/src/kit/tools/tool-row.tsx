import "./tool-row.css";
import type { ReactNode } from "react";
import type { ProductCard } from "../../api/schema.gen";
import { TypeBadge } from "../badge";
import { languageOf } from "../language";
import { ProductLogo } from "./product-logo";
import { rowButtons, websiteLink } from "./tool-buttons";

interface ToolRowProps {
  product: ProductCard;
  /** Beside its price. */
  badge?: ReactNode;
  /** Above its description. */
  note?: string;
  /** Before its buttons. */
  action?: ReactNode;
}

/** A tool in a list of rows. */
export function ToolRow({ product, badge, note, action }: ToolRowProps) {
  const { slug, name, description, website, type, hasDeal } = product;
  return (
    <li className="tool-row">
      <ProductLogo product={product} lazy />
      <div className="min-w-0">
        <h2 {...languageOf(name)} className="font-display text-2xl leading-tight wrap-anywhere">
          <a href={`/products/${slug}`} className="relative after:absolute after:inset-x-0 after:-inset-y-2.5">
            {name}
          </a>
        </h2>
        <p className="mt-1.5 flex flex-wrap items-center gap-2">
          <TypeBadge type={type} />
          {hasDeal ? <span className="badge badge-deal">Deal</span> : null}
          {badge}
        </p>
        {note ? <p className="mt-2.5 max-w-2xl whitespace-pre-line text-prose wrap-anywhere">{note}</p> : null}
        <p {...languageOf(description)} className="tool-row-text">
          {description}
        </p>
      </div>
      <div className="tool-row-actions">
        {action}
        {rowButtons(product, "tool-row")}
        <a className="card-visit" href={website} {...websiteLink(product)} aria-label={`Visit ${name}`}>
          Visit
        </a>
      </div>
    </li>
  );
}
