import type { ReactNode } from "react";
import type { ProductCard } from "../../api/schema.gen";
import { QuietLink } from "../button";
import { languageOf } from "../language";
import { AffiliateVisit, type Placement, type Visited, websiteLink } from "./tool-buttons";

/** Returns the host of an http(s) URL without "www.". Parsed by hand, as the server's engine has no URL class. */
export function websiteHost(website: string): string {
  const [authority = ""] = website.replace(/^https?:\/\//i, "").split(/[/?#]/);
  return authority.replace(/^.*@/, "").replace(/^www\./i, "");
}

/** What stands before an affiliate link, linked to the disclosure; nothing before another link. */
export const Commission = ({ product }: { product: Pick<ProductCard, "hasAffiliateLink"> }) =>
  product.hasAffiliateLink ? (
    <QuietLink href="/affiliate-disclaimer" className="commission">
      We may earn a commission
    </QuietLink>
  ) : null;

interface VisitLinkProps {
  product: Visited & Pick<ProductCard, "name">;
  from: Placement;
  /** The classes of a button. */
  look: string;
  /** Without the name, which stands beside it. */
  isShort?: boolean;
  icon?: ReactNode;
}

/** The link to a tool's website. Before an affiliate link stands Commission, or in a short one what it is. */
export function VisitLink({ product, from, look, isShort = false, icon }: VisitLinkProps) {
  return (
    <a {...websiteLink(product, from)} className={look}>
      <span className="truncate">
        {isShort && product.hasAffiliateLink ? <AffiliateVisit /> : "Visit"}{" "}
        <span {...languageOf(product.name)} className={isShort ? "sr-only" : ""}>
          {product.name}
        </span>
      </span>
      <span className="sr-only">(opens in a new tab)</span>
      {icon}
    </a>
  );
}
