import { languageOf } from "../../kit/language";
import "./compare.css";
import { useQuery } from "@tanstack/react-query";
import { type Comparison, comparisonQuery, comparisonTitle } from "../../api/comparisons";
import { hasStatus } from "../../api/fault";
import { Breadcrumb } from "../../kit/breadcrumb";
import { buttonStyle } from "../../kit/button";
import { useOpenCount } from "../../kit/count-visits";
import { LegalText } from "../../kit/legal-text";
import { FailedPage, PageState } from "../../kit/page-state";
import { Skeleton } from "../../kit/skeleton";
import type { Visit } from "../../visit";
import { compareButton } from "./compare-buttons";
import { FactTable } from "./fact-table";

/** Two to four tools next to each other; the URL contains their slugs. */
export function Compare({ visit: { params } }: { visit: Visit }) {
  const { data, error, isFetching, refetch } = useQuery(comparisonQuery(params.comparison ?? ""));
  useOpenCount(data?.name, "comparison");
  if (data) return <ComparisonPage comparison={data} />;
  if (hasStatus(error, 404)) return <Missing />;
  return error ? <FailedPage what="comparison" isRetrying={isFetching} retry={() => void refetch()} /> : <Loading />;
}

function ComparisonPage({ comparison }: { comparison: Comparison }) {
  const { products, verdict } = comparison;
  const title = comparisonTitle(products);
  return (
    <article className="page-width pb-4">
      <Breadcrumb current={title} />
      <h1
        {...languageOf(title)}
        className="font-display text-[clamp(2.25rem,1.6rem+2.6vw,3.5rem)] leading-[1.04] tracking-[-0.015em] wrap-anywhere"
      >
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

function Missing() {
  return (
    <PageState
      title="Comparison Not Found"
      text="We compare two to four different tools of this directory. One of these isn't here, or is named twice."
    >
      <a href="/" className={buttonStyle({ tone: "brass" })}>
        Back to Home
      </a>
    </PageState>
  );
}

function Loading() {
  return (
    <div role="status" className="page-width min-h-dvh pt-17">
      <span className="sr-only">Loading the comparison</span>
      <Skeleton className="h-14 w-full max-w-2xl" />
      <Skeleton className="mt-8 h-96 w-full rounded-2xl" />
    </div>
  );
}
