import { IconGift, IconLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { tagsQuery } from "../../api/products";
import type { Product, Site, Tag } from "../../api/schema.gen";
import { homeAddress, noFilters, tagPath } from "../../filters";
import { Badge } from "../../kit/badge";
import { QuietLink } from "../../kit/button";
import { copyText } from "../../kit/clipboard";
import { Day } from "../../kit/day";
import { languageOf } from "../../kit/language";
import { websiteLink } from "../../kit/tools/tool-buttons";
import { TypeBadge, typeLabel } from "../../kit/tools/type-badge";
import { categoryAddress, useSite } from "../../site";

export function PromoBanner({ text }: { text: string }) {
  return (
    <aside
      aria-label="Promotion"
      className="promo-banner flex items-center gap-3.5 rounded-panel border p-5 leading-normal wrap-anywhere lg:col-2 lg:row-1"
    >
      <IconGift size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-brass" />
      <p className="min-w-0 whitespace-pre-line">{text}</p>
    </aside>
  );
}

/** The tool's facts next to its text. The id is the one in the URL, or the slug. */
export function ProductPanels({ product, id }: { product: Product; id: string }) {
  const { type, section, categories, isFeatured, hasDeal, promoText } = product;
  const site = useSite();
  const { data: tags } = useQuery(tagsQuery(id));
  return (
    <div className={`${layout.panels} ${promoText ? "lg:row-2" : "lg:row-[1/span_2]"}`}>
      <Panel title="Tool Information" action={<CopyLink />}>
        <Facts>
          <Fact name="Website">
            <Website product={product} />
          </Fact>
          <Fact name="Type">
            <TypeBadge type={type} />
          </Fact>
          <Fact name="Section">{section}</Fact>
          <Fact name="Added">
            <Day at={product.createdAt} />
          </Fact>
          <Fact name="Updated">
            <Day at={product.updatedAt} />
          </Fact>
        </Facts>
      </Panel>
      <Panel title="Details">
        <Facts>
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
          <Fact name="Type">{typeLabel(type)}</Fact>
          <Fact name="Section">{section}</Fact>
          {isFeatured || hasDeal ? (
            <Fact name="Status">
              <span className="flex flex-wrap justify-end gap-1.5">
                {isFeatured ? <Badge tone="featured">Featured</Badge> : null}
                {hasDeal ? <Badge tone="deal">Deal Available</Badge> : null}
              </span>
            </Fact>
          ) : null}
        </Facts>
      </Panel>
      <Panel title="Tags">
        <ul className="flex flex-wrap gap-2">
          {productTags(product, site, tags).map(([tag, address]) => (
            <li key={tag} className="max-w-full">
              <a
                href={address}
                {...languageOf(tag)}
                className="inline-block max-w-full rounded-[calc(1.375rem*var(--corners,1))] border border-line px-3 py-1 text-[0.8125rem]/5 text-muted transition-colors hover:border-dim hover:text-text max-md:min-h-11 max-md:py-[0.6875rem]"
              >
                {tag}
              </a>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
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
function websiteHost(website: string): string {
  const [authority = ""] = website.replace(/^https?:\/\//i, "").split(/[/?#]/);
  return authority.replace(/^.*@/, "").replace(/^www\./i, "");
}

function CopyLink() {
  const copy = () => copyText(location.origin + location.pathname, "Link copied to clipboard");
  return (
    <button
      type="button"
      className="copy-link relative inline-flex items-center gap-1.5 text-[0.8125rem] text-muted transition-colors hover:text-text noscript:hidden"
      onClick={() => void copy()}
    >
      <IconLink size={14} aria-hidden="true" />
      Copy link
    </button>
  );
}

function Panel({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = `panel-${title.toLowerCase().replaceAll(" ", "-")}`;
  return (
    <section aria-labelledby={id} className="rounded-panel border border-hairline bg-raised p-5 wrap-anywhere">
      <div className="mb-3 flex items-center justify-between gap-3 max-md:mb-5">
        <h2 id={id} className="text-[0.8125rem] font-semibold text-muted">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

const Facts = ({ children }: { children: ReactNode }) => <dl className="grid gap-2.5 text-sm">{children}</dl>;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6">
      <dt className="shrink-0 text-dim">{name}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  );
}

/** The layout classes of a product's page, shared with its skeleton. */
export const layout = {
  grid: "grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] lg:gap-x-14",
  stage:
    "product-stage relative flex min-h-42 flex-wrap items-center gap-5 overflow-hidden rounded-panel border border-line p-5 sm:gap-6 sm:p-7 lg:col-1",
  visit: "flex max-w-full flex-col items-center gap-1 max-sm:-mb-3 max-sm:w-full sm:max-w-72 sm:items-end",
  story: "mt-7 mb-6 grid min-w-0 content-start gap-12 lg:col-1",
  /** Next to the text and sticky; below it on a narrow screen. */
  panels:
    "grid content-start gap-5 sm:max-lg:grid-cols-2 sm:max-lg:*:last:col-span-full lg:col-2 tall:sticky tall:top-26 tall:self-start",
};

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
