import { IconArrowUpRight } from "@tabler/icons-react";
import type { Comparison, Fact } from "../../api/comparisons";
import type { Product } from "../../api/products";
import { Badge } from "../../kit/badge";
import { buttonStyle } from "../../kit/button";
import { Day } from "../../kit/day";
import { languageOf } from "../../kit/language";
import { QuietLink } from "../../kit/quiet-link";
import { ProductLogo } from "../../kit/tools/product-logo";
import { TypeBadge } from "../../kit/tools/type-badge";
import { websiteLink } from "../../kit/tools/website-link";
import { categoryAddress, useSite } from "../../site";

/** The headers of the rows. The server has them too (internal/compare/pages.go). */
const names: Record<Fact["kind"], string> = {
  price: "Price",
  categories: "Categories",
  deal: "Deal",
  useCases: "Use cases",
  video: "Video demo",
  added: "Added",
};

/** The facts of the tools side by side. Where it is wider than the screen it scrolls, with the first column in sight. */
export function FactTable({ comparison: { products, facts } }: { comparison: Comparison }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className="fact-frame mt-8" aria-label="Comparison" tabIndex={0}>
      <table className="fact-table">
        <colgroup>
          <col className="fact-names" />
          {products.map(({ id }) => (
            <col key={id} className="fact-product" />
          ))}
        </colgroup>
        <thead>
          <tr>
            <td />
            {products.map((product) => (
              <th key={product.id} scope="col">
                <Head product={product} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map((fact) => (
            <tr key={fact.kind} data-same={fact.same ? "" : undefined}>
              <th scope="row">
                {names[fact.kind]}
                {fact.same ? <span className="fact-same">Same</span> : null}
              </th>
              {products.map(({ id }, index) => (
                <td key={id}>
                  <Values kind={fact.kind} values={fact.values[index] ?? []} />
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">Website</th>
            {products.map((product) => (
              <td key={product.id}>
                <Visit product={product} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function Head({ product }: { product: Product }) {
  const { slug, name, isFeatured } = product;
  return (
    <span className="grid justify-items-start gap-3">
      <ProductLogo product={product} size="card" alt="" />
      <a
        href={`/products/${slug}`}
        {...languageOf(name)}
        className="relative after:absolute after:inset-x-0 after:-inset-y-2.5 font-display text-xl leading-tight font-normal sm:text-2xl"
      >
        {name}
      </a>
      {isFeatured ? <Badge tone="featured">Featured</Badge> : null}
    </span>
  );
}

function Visit({ product }: { product: Product }) {
  return (
    <a
      href={product.website}
      {...websiteLink(product)}
      className={buttonStyle({ className: "min-h-11 max-w-full max-sm:px-3" })}
    >
      Visit
      <span className="sr-only">{` ${product.name} (opens in a new tab)`}</span>
      <IconArrowUpRight size={16} aria-hidden="true" className="shrink-0" />
    </a>
  );
}

/** What the catalogue says of one tool. */
function Values({ kind, values }: { kind: Fact["kind"]; values: string[] }) {
  const site = useSite();
  const [first] = values;
  if (first === undefined) return <NotListed />;
  switch (kind) {
    case "price":
      return <TypeBadge type={first} />;
    case "added":
      return <Day at={first} />;
    case "categories":
      return (
        <ul className="grid gap-1.5 max-md:gap-0">
          {values.map((name) => (
            <li key={name}>
              <QuietLink href={categoryAddress(site, name)} {...languageOf(name)} className="max-md:my-0!">
                {name}
              </QuietLink>
            </li>
          ))}
        </ul>
      );
    case "useCases":
      return (
        <ul className="grid gap-1.5">
          {values.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line may stand there twice, and the list never changes
            <li key={`${index} ${line}`} {...languageOf(line)}>
              {line}
            </li>
          ))}
        </ul>
      );
    default:
      return <span className="whitespace-pre-line">{first}</span>;
  }
}

function NotListed() {
  return (
    <>
      <span aria-hidden="true" className="text-dim">
        –
      </span>
      <span className="sr-only">Not listed</span>
    </>
  );
}
