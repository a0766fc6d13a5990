import { IconLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { comparisonQuery, comparisonTitle } from "../../api/comparisons";
import type { Comparison, Product } from "../../api/schema.gen";
import { Breadcrumb } from "../../kit/breadcrumb";
import { Button, buttonStyle } from "../../kit/button";
import { copyText } from "../../kit/clipboard";
import { useOpenCount } from "../../kit/count-visits";
import { inSentence, languageOf } from "../../kit/language";
import { LegalText } from "../../kit/legal-text";
import { PageOf, State } from "../../kit/page-state";
import type { Visit } from "../../visit";
import { FactTable, isOnlyHere } from "./fact-table";

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
  const line = factLine(products);
  return (
    <article className="page-width pb-4">
      <Breadcrumb current={title} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <h1 {...languageOf(title)} className="page-title min-w-0 font-display wrap-anywhere">
          {title}
        </h1>
        <Button className="noscript:hidden" onClick={() => void copyLink()}>
          <IconLink size={16} aria-hidden="true" />
          Copy link
        </Button>
      </div>
      {verdict === "" ? (
        line && <p className="mt-4 max-w-176 text-lg/normal text-muted wrap-anywhere">{line}</p>
      ) : (
        <section aria-labelledby="verdict" className="verdict" data-short={verdict.length < shortVerdict || undefined}>
          <h2 id="verdict">Verdict</h2>
          <LegalText html={verdict} />
        </section>
      )}
      <FactTable comparison={comparison} />
      <a
        href="/affiliate-disclaimer"
        className="mt-2 inline-flex min-h-11 items-center text-xs/normal text-muted underline decoration-dim underline-offset-[0.25em] transition-colors hover:text-text"
      >
        We may earn a commission from these links
      </a>
    </article>
  );
}

const copyLink = () => copyText(location.origin + location.pathname, "Link copied to clipboard");

/** A verdict of so many characters of HTML is one or two sentences, which can be large. */
const shortVerdict = 280;

/** What each tool has of its own among the categories: "Krea is also for video; Suno is also for music." */
function factLine(products: Product[]): string {
  const parts = products.flatMap(({ name, categories }) => {
    const own = categories.filter((category) => isOnlyHere(category, products));
    if (own.length === 0) return [];
    const also = own.length < categories.length ? "also " : "";
    return `${name} is ${also}for ${own.map(inSentence).join(", ")}`;
  });
  return parts.length === 0 ? "" : `${parts.join("; ")}.`;
}

const missing = (
  <State
    level="h1"
    title="Comparison Not Found"
    text="Compare two to four different tools. One of these isn't listed, or appears twice."
  >
    <a href="/" className={buttonStyle({ tone: "brass" })}>
      Back to Home
    </a>
  </State>
);
