import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { tagsQuery } from "../../api/products";
import type { ShownProduct as Product, Tag } from "../../api/schema.gen";
import { tagPath } from "../../filters";
import { Badge, TypeBadge, typeLabel } from "../../kit/badge";
import { buttonStyle, QuietLink } from "../../kit/button";
import { copyText } from "../../kit/clipboard";
import { Day } from "../../kit/day";
import { languageOf } from "../../kit/language";
import { DealFacts, dealLink, isPaidDeal } from "../../kit/tools/deal";
import { websiteLink } from "../../kit/tools/tool-buttons";
import { Commission, websiteHost } from "../../kit/tools/visit-link";
import { categoryAddress, useSite } from "../../site";

/** The tool's deal and facts next to its text. The id is the one in the URL, or the slug. */
export function ProductPanels({ product, id, children }: { product: Product; id: string; children?: ReactNode }) {
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
            {isUpdated(product) ? (
              <Fact name="Updated">
                <Day at={product.updatedAt} />
              </Fact>
            ) : null}
            {product.linkCheckedAt ? (
              <Fact name="Link checked">
                <Day at={product.linkCheckedAt} />
              </Fact>
            ) : null}
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
            {repeatedTags(product).map((tag) => (
              <li key={tag} {...languageOf(tag)} className="text-dim">
                {tag}
              </li>
            ))}
            {ownTags(product, tags).map(({ name, slug }) => (
              <li key={slug}>
                <a href={tagPath(slug)} {...languageOf(name)}>
                  {name.toLowerCase()}
                </a>
              </li>
            ))}
          </ul>
        </section>
      </div>
      {children}
    </div>
  );
}

function Deal({ product }: { product: Product }) {
  return (
    <aside aria-label="Promotion" className="promo-banner">
      {product.hasDeal ? <h2>Deal Available</h2> : null}
      <p>{product.promoText}</p>
      <DealFacts code={product.dealCode} to={product.dealTo} />
      <Commission product={{ hasAffiliateLink: isPaidDeal(product) }} />
      <a {...dealLink(product, "tool")} className={buttonStyle({ className: "mt-4 w-full" })}>
        Get the deal<span className="sr-only"> (opens in a new tab)</span>
      </a>
    </aside>
  );
}

/** The website shown as its host, which is how people know it; the link is the same as Visit. */
function Website({ product }: { product: Product }) {
  return (
    <>
      {product.hasAffiliateLink ? <small className="text-muted">Affiliate </small> : null}
      <QuietLink {...websiteLink(product, "tool")} className="wrap-anywhere">
        {websiteHost(product.website)} <span className="sr-only">(opens in a new tab)</span>
      </QuietLink>
    </>
  );
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

/** Reports whether a tool was changed on a later day than it was added. */
export const isUpdated = ({ createdAt, updatedAt }: Product) => dayOf(updatedAt) !== dayOf(createdAt);

const dayOf = (time: string) => time.slice(0, "2026-11-23".length);

type Sorted = Pick<Product, "categories" | "type" | "section">;

/**
 * Returns the tags that every product has: its categories, its type and its section as one word; all in lower case, without
 * duplicates. The panels above show the same, so they are no links.
 */
export function repeatedTags({ categories, type, section }: Sorted): string[] {
  const words = [...categories, typeLabel(type), section.replaceAll(" ", "")];
  return [...new Set(words.map((word) => word.toLowerCase()))];
}

/** Returns those of a product's own tags that have a page and say something else. */
export function ownTags(product: Sorted, tags: Tag[] = []): Tag[] {
  const repeated = new Set(repeatedTags(product).map(lettersOf));
  return tags.filter(({ name }) => !repeated.has(lettersOf(name)));
}

/** As "Image Generation" and "image-generation" are one word to a reader. */
const lettersOf = (word: string) => word.toLowerCase().replace(/[\s_-]+/g, "");
