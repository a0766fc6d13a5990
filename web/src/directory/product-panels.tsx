import { IconGift } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Product } from "../api/products";
import { TypeBadge, typeLabel } from "../components/type-badge";
import { Badge } from "../ui/badge";
import { productTags } from "./product-tags";

export function PromoBanner({ text }: { text: string }) {
  return (
    <aside aria-label="Promotion" className="promo-banner">
      <IconGift size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-brass" />
      <p className="min-w-0 whitespace-pre-line">{text}</p>
    </aside>
  );
}

/** The tool's facts beside its story. */
export function ProductPanels({ product }: { product: Product }) {
  const { type, section, categories, isFeatured, hasDeal, promoText } = product;
  return (
    <div className="product-panels" data-below-promo={promoText ? "" : undefined}>
      <Panel title="Tool Information">
        <Facts>
          <Fact name="Type">
            <TypeBadge type={type} />
          </Fact>
          <Fact name="Section">{section}</Fact>
        </Facts>
      </Panel>
      <Panel title="Details">
        <Facts>
          <Fact name="Categories">{categories.join(", ") || "N/A"}</Fact>
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
          {productTags(product).map((tag) => (
            <li key={tag} className="tag">
              {tag}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = `panel-${title.toLowerCase().replaceAll(" ", "-")}`;
  return (
    <section aria-labelledby={id} className="product-panel">
      <h2 id={id} className="mb-3 text-[0.8125rem] font-semibold text-muted">
        {title}
      </h2>
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
