import "./compare.css";
import { IconArrowUpRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { comparisonQuery, comparisonTitle, type Fact } from "../../api/comparisons";
import type { Comparison, Product } from "../../api/schema.gen";
import { Badge } from "../../kit/badge";
import { Breadcrumb } from "../../kit/breadcrumb";
import { buttonStyle, QuietLink } from "../../kit/button";
import { useOpenCount } from "../../kit/count-visits";
import { Day } from "../../kit/day";
import { languageOf } from "../../kit/language";
import { LegalText } from "../../kit/legal-text";
import { PageOf, State } from "../../kit/page-state";
import { ProductLogo } from "../../kit/tools/product-logo";
import { websiteLink } from "../../kit/tools/tool-buttons";
import { TypeBadge } from "../../kit/tools/type-badge";
import { categoryAddress, useSite } from "../../site";
import type { Visit } from "../../visit";
import { compareButton } from "./compare-buttons";

/** Two to four tools next to each other; the URL contains their slugs. */
export function Compare({ visit: { params } }: { visit: Visit }) {
  const query = useQuery(comparisonQuery(params.comparison ?? ""));
  useOpenCount(query.data?.name, "comparison");
  return (
    <PageOf query={query} what="comparison" missing={missing}>
      {(comparison) => <ComparisonPage comparison={comparison} />}
    </PageOf>
  );
}

function ComparisonPage({ comparison }: { comparison: Comparison }) {
  const { products, verdict } = comparison;
  const title = comparisonTitle(products);
  return (
    <article className="page-width pb-4">
      <Breadcrumb current={title} />
      <h1 {...languageOf(title)} className="page-title font-display wrap-anywhere">
        {title}
      </h1>
      <FactTable comparison={comparison} />
      <a
        href="/affiliate-disclaimer"
        className="mt-2 inline-flex min-h-11 items-center text-xs/normal text-muted underline decoration-dim underline-offset-[0.25em] transition-colors hover:text-text"
      >
        We may earn a commission from these links
      </a>
      {verdict === "" ? null : (
        <section aria-labelledby="verdict" className="mt-12 max-w-176">
          <h2 id="verdict" className="mb-4 font-display text-[1.875rem] leading-tight">
            Verdict
          </h2>
          <LegalText html={verdict} />
        </section>
      )}
      <div className="mt-12 grid gap-12 lg:grid-cols-2 lg:gap-x-14">
        {products.map(({ id, slug, name, description }) => (
          <section key={id} aria-labelledby={`about-${id}`} className="min-w-0">
            <h2
              id={`about-${id}`}
              {...languageOf(name)}
              className="mb-4 font-display text-[1.875rem] leading-tight wrap-anywhere"
            >
              <a href={`/products/${slug}`} className="relative after:absolute after:inset-x-0 after:-inset-y-2.5">
                {name}
              </a>
            </h2>
            <p
              {...languageOf(description)}
              className="max-w-176 leading-[1.65] whitespace-pre-line text-prose wrap-anywhere"
            >
              {description}
            </p>
            <button {...compareButton({ id })} className={buttonStyle({ className: "compare mt-5 min-h-11" })}>
              Compare<span className="sr-only">{` ${name}`}</span> with others
            </button>
          </section>
        ))}
      </div>
    </article>
  );
}

const missing = (
  <State
    level="h1"
    title="Comparison Not Found"
    text="We compare two to four different tools of this directory. One of these isn't here, or is named twice."
  >
    <a href="/" className={buttonStyle({ tone: "brass" })}>
      Back to Home
    </a>
  </State>
);

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
function FactTable({ comparison: { products, facts } }: { comparison: Comparison }) {
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
                <VisitLink product={product} />
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

function VisitLink({ product }: { product: Product }) {
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
