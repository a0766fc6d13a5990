import type { ReactNode } from "react";
import type { ProductCard } from "../../api/schema.gen";
import { languageOf } from "../language";
import { websiteLink } from "./tool-buttons";

interface VisitLinkProps {
  product: Pick<ProductCard, "id" | "name" | "website">;
  /** The classes of a button. */
  look: string;
  /** Without the name, which stands beside it. */
  isShort?: boolean;
  icon?: ReactNode;
}

/** The link to a tool's website. */
export function VisitLink({ product, look, isShort = false, icon }: VisitLinkProps) {
  return (
    <a href={product.website} {...websiteLink(product)} className={look}>
      <span className="truncate">
        Visit{" "}
        <span {...languageOf(product.name)} className={isShort ? "sr-only" : ""}>
          {product.name}
        </span>
      </span>
      <span className="sr-only">(opens in a new tab)</span>
      {icon}
    </a>
  );
}
