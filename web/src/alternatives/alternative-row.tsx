import type { Alternative } from "../api/products";
import { ProductLogo } from "../components/product-logo";
import { saveButton } from "../components/save-buttons";
import { TypeBadge } from "../components/type-badge";
import { websiteLink } from "../components/website-link";

/** An alternative: what it is, what it has in common with the tool of the page, and what is different. */
export function AlternativeRow({ alternative: { product, isPick, shared, different } }: { alternative: Alternative }) {
  const { slug, name, description, website, type, hasDeal } = product;
  return (
    <li className="alternative">
      <ProductLogo product={product} lazy />
      <div className="min-w-0">
        <h2 className="font-display text-2xl leading-tight wrap-anywhere">
          <a href={`/products/${slug}`} className="relative after:absolute after:inset-x-0 after:-inset-y-2.5">
            {name}
          </a>
        </h2>
        <p className="mt-1.5 flex flex-wrap items-center gap-2">
          <TypeBadge type={type} />
          {hasDeal ? <span className="badge badge-deal">Deal</span> : null}
          {isPick ? <span className="editors-pick">Editor’s pick</span> : null}
        </p>
        <p className="alternative-text">{description}</p>
      </div>
      <dl className="alternative-facts">
        <Facts name="In common" facts={shared} />
        <Facts name="Different" facts={different} />
      </dl>
      <div className="alternative-actions">
        <button {...saveButton(product)} className="save alternative-save" aria-label={`Save ${name}`} />
        <a className="card-visit" href={website} {...websiteLink(product)} aria-label={`Visit ${name}`}>
          Visit
        </a>
      </div>
    </li>
  );
}

function Facts({ name, facts }: { name: string; facts: string[] }) {
  if (facts.length === 0) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{facts.join(" · ")}</dd>
    </div>
  );
}
