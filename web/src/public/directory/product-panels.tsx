import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { tagsQuery } from "../../api/products";
import type { Product, Site, Tag } from "../../api/schema.gen";
import { homeAddress, noFilters, tagPath } from "../../filters";
import { Badge, TypeBadge, typeLabel } from "../../kit/badge";
import { buttonStyle, QuietLink } from "../../kit/button";
import { copyText } from "../../kit/clipboard";
import { Day } from "../../kit/day";
import { languageOf } from "../../kit/language";
import { websiteLink } from "../../kit/tools/tool-buttons";
import { categoryAddress, useSite } from "../../site";

/** The tool's deal and facts next to its text. The id is the one in the URL, or the slug. */
export function ProductPanels({ product, id }: { product: Product; id: string }) {
  const { type, section, categories, isFeatured, hasDeal, promoText } = product;
  const site = useSite();
  const { data: tags } = useQuery(tagsQuery(id));
  return (
    <div className="tool-side">
      {promoText ? <Deal product={product} /> : null}
      <div className="tool-facts">
        <Panel title="Tool Information" action={<CopyLink />}>
          <dl className="fact-list">
            <Fact name="Website">
              <Website product={product} />
            </Fact>
            <Fact name="Type">{type === "Unknown" ? typeLabel(type) : <TypeBadge type={type} />}</Fact>
            <Fact name="Section">{section}</Fact>
            <Fact name="Added">
              <Day at={product.createdAt} />
            </Fact>
            <Fact name="Updated">
              <Day at={product.updatedAt} />
            </Fact>
          </dl>
        </Panel>
        <Panel title="Details">
          <dl className="fact-list">
            <Fact name="Categories">
              {categories.length === 0 ? "N/A" : null}
              {categories.map((name, index) => (
                <Fragment key={name}>
                  {index > 0 ? ", " : null}
                  <QuietLink href={categoryAddress(site, name)} {...languageOf(name)}>
                    {name}
                  </QuietLink>
                </Fragment>
              ))}
            </Fact>
            {isFeatured || hasDeal ? (
              <Fact name="Status">
                <span className="flex flex-wrap gap-1.5">
                  {isFeatured ? <Badge tone="featured">Featured</Badge> : null}
                  {hasDeal ? <Badge tone="deal">Deal Available</Badge> : null}
                </span>
              </Fact>
            ) : null}
          </dl>
          {/* They stand above already; this panel has them too, quietly. */}
          <dl className="fact-line">
            <div>
              <dt>Type</dt>
              <dd>{typeLabel(type)}</dd>
            </div>
            <div>
              <dt>Section</dt>
              <dd>{section}</dd>
            </div>
          </dl>
        </Panel>
        <section aria-labelledby="tags">
          <h2 id="tags" className="sr-only">
            Tags
          </h2>
          <ul className="tool-tags">
            {productTags(product, site, tags).map(([tag, address]) => (
              <li key={tag}>
                <a href={address} {...languageOf(tag)}>
                  {tag}
                </a>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}

function Deal({ product }: { product: Product }) {
  return (
    <aside aria-label="Promotion" className="promo-banner">
      {product.hasDeal ? <h2>Deal Available</h2> : null}
      <p>{product.promoText}</p>
      <a href={product.website} {...websiteLink(product)} className={buttonStyle({ className: "mt-4 w-full" })}>
        Get the deal<span className="sr-only"> (opens in a new tab)</span>
      </a>
    </aside>
  );
}

/** The website shown as its host, which is how people know it; the link is the same as Visit. */
function Website({ product }: { product: Product }) {
  return (
    <QuietLink href={product.website} {...websiteLink(product)} className="wrap-anywhere">
      {websiteHost(product.website)} <span className="sr-only">(opens in a new tab)</span>
    </QuietLink>
  );
}

/** Returns the host of an http(s) URL without "www.". Parsed by hand, as the server's engine has no URL class. */
export function websiteHost(website: string): string {
  const [authority = ""] = website.replace(/^https?:\/\//i, "").split(/[/?#]/);
  return authority.replace(/^.*@/, "").replace(/^www\./i, "");
}

function CopyLink() {
  const copy = () => copyText(location.origin + location.pathname, "Link copied to clipboard");
  return (
    <button type="button" className="copy-link" onClick={() => void copy()}>
      Copy link
    </button>
  );
}

interface PanelProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

function Panel({ title, action, children }: PanelProps) {
  const id = `panel-${title.toLowerCase().replaceAll(" ", "-")}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {action}
      {children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * Returns a product's tags with links to their lists: its categories, its type and its section as one word; all in
 * lower case, without duplicates. Then those of its own tags that have a page.
 */
export function productTags(
  { categories, type, section }: Pick<Product, "categories" | "type" | "section">,
  site: Site | undefined,
  ownTags: Tag[] = [],
): [tag: string, address: string][] {
  const tags = new Map<string, string>();
  const add = (word: string, address: string) => {
    const tag = word.toLowerCase();
    if (!tags.has(tag)) tags.set(tag, address);
  };
  for (const name of categories) add(name, categoryAddress(site, name));
  add(typeLabel(type), homeAddress({ ...noFilters, pricing: type }));
  add(section.replaceAll(" ", ""), homeAddress({ ...noFilters, section }));
  for (const { name, slug } of ownTags) add(name, tagPath(slug));
  return [...tags];
}
