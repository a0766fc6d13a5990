import { IconArrowUpRight } from "@tabler/icons-react";
import type { Product } from "../../api/products";
import { Badge } from "../../kit/badge";
import { buttonStyle, QuietLink } from "../../kit/button";
import { languageOf } from "../../kit/language";
import { ProductLogo } from "../../kit/tools/product-logo";
import { TypeBadge } from "../../kit/tools/type-badge";
import { websiteLink } from "../../kit/tools/website-link";
import { categoryAddress, useSite } from "../../site";
import { slots } from "../../slots";
import { layout } from "./product-panels";

/** The tool's logo, name, short description and links. */
export function ProductHeader({ product }: { product: Product }) {
  const { name, isFeatured } = product;
  const site = useSite();
  const [category] = product.categories;
  return (
    <header className={layout.stage}>
      <span data-logo="" data-logo-stage="" className="shrink-0">
        <ProductLogo product={product} size="detail" alt={`${name} logo`} />
      </span>
      <div className="min-w-36 flex-1">
        <h1
          {...languageOf(name)}
          className="font-display text-[clamp(2.25rem,1.6rem+2.6vw,3.5rem)] leading-[1.04] tracking-[-0.015em] wrap-anywhere"
        >
          {name}
        </h1>
        <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-muted">
          {category === undefined ? (
            <span>Tool</span>
          ) : (
            <QuietLink href={categoryAddress(site, category)} {...languageOf(category)} className="wrap-anywhere">
              {category}
            </QuietLink>
          )}
          <TypeBadge type={product.type} />
          {isFeatured ? <Badge tone="featured">Featured</Badge> : null}
        </p>
      </div>
      <div className={layout.visit}>
        <div className="flex max-w-full gap-2 max-sm:w-full">
          <a
            href={product.website}
            {...websiteLink(product)}
            className={buttonStyle({ tone: "brass", size: "large", className: "min-w-0 max-sm:flex-1 max-sm:px-3!" })}
          >
            <span className="truncate">Visit {name}</span>
            <IconArrowUpRight size={18} aria-hidden="true" className="shrink-0 max-sm:hidden" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
          {[...slots.toolButtons].reverse().map(({ action, className, attributes }) => (
            <button
              key={action}
              {...attributes(product)}
              className={buttonStyle({ size: "large", className: `${className} w-12 shrink-0 px-0!` })}
              aria-label={`${action} ${name}`}
              data-tooltip={action}
            />
          ))}
        </div>
        <a
          href="/affiliate-disclaimer"
          className="inline-flex min-h-11 items-center text-xs/normal text-muted underline decoration-dim underline-offset-[0.25em] transition-colors hover:text-text md:min-h-6"
        >
          We may earn a commission from this link
        </a>
      </div>
    </header>
  );
}
