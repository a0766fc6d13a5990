import type { CSSProperties } from "react";
import type { IssueProduct } from "../../api/issues";
import type { ProductCard } from "../../api/products";
import { languageOf } from "../../kit/language";
import { lightOf } from "../../kit/tools/light";
import { ProductLogo } from "../../kit/tools/product-logo";
import { saveButton } from "../../kit/tools/save-buttons";
import { TypeBadge } from "../../kit/tools/type-badge";

interface IssueCardProps {
  product: IssueProduct;
  /** The number of the issue, for which a visit to the tool's website counts. */
  issue: number;
  isFeatured: boolean;
}

/** A tool of an issue, as it was when the issue was sent. It looks like a card of the directory. */
export function IssueCard({ product, issue, isFeatured }: IssueCardProps) {
  const { slug, name, description, image, categories, type, hasDeal } = product;
  const logo = { name, logo: image, logoColor: "" };
  const address = encodeURIComponent(slug);
  const isListed = slug !== ""; // otherwise it was removed since, and there is nothing to link to
  return (
    <li className="card" style={{ "--light": lightOf(logo) } as CSSProperties}>
      <div className="case">
        <ProductLogo product={logo} />
        {isFeatured ? <span className="badge badge-featured">Featured</span> : null}
        {hasDeal ? <span className="badge badge-deal">Deal</span> : null}
      </div>
      <h3 {...languageOf(name)}>{isListed ? <a href={`/products/${address}`}>{name}</a> : name}</h3>
      <TypeBadge type={type as ProductCard["type"]} />
      <p className="card-text" {...languageOf(description)}>
        {description}
      </p>
      <p className="card-categories">
        {categories
          .slice(0, 2)
          .map((category) => category.name)
          .join(" · ")}
      </p>
      {isListed ? (
        <>
          <button {...saveButton(product)} className="save card-save" aria-label={`Save ${name}`} />
          <a
            className="card-visit"
            href={`/go/${address}?from=issue-${issue}`}
            target="_blank"
            rel="noopener noreferrer sponsored nofollow"
            aria-label={`Visit ${name}`}
          >
            Visit
          </a>
        </>
      ) : null}
    </li>
  );
}
