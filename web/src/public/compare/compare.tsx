import "../../kit/field.css";
import { IconLink, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../api/client";
import { comparedLimit, comparisonQuery, comparisonTitle } from "../../api/comparisons";
import type { Comparison, ShownProduct as Product } from "../../api/schema.gen";
import { Breadcrumb } from "../../kit/breadcrumb";
import { Button, buttonStyle } from "../../kit/button";
import { copyText } from "../../kit/clipboard";
import { Combobox, toolOptions } from "../../kit/combobox";
import { useOpenCount } from "../../kit/count-visits";
import { inSentence, languageOf } from "../../kit/language";
import { LegalText } from "../../kit/legal-text";
import { PageOf, State } from "../../kit/page-state";
import { ProductLogo } from "../../kit/tools/product-logo";
import { Commission } from "../../kit/tools/visit-link";
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
  const { products, verdict, others } = comparison;
  const title = comparisonTitle(products);
  const line = factLine(products);
  const paid = products.find(({ hasAffiliateLink }) => hasAffiliateLink);
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
        line && (
          <p className="max-w-4xl mt-5 font-display text-[1.75rem] leading-tight text-prose wrap-anywhere">{line}</p>
        )
      ) : (
        <section aria-labelledby="verdict" className="verdict" data-short={verdict.length < shortVerdict || undefined}>
          <h2 id="verdict">Verdict</h2>
          <LegalText html={verdict} />
        </section>
      )}
      {paid ? (
        <p className="-mb-4 mt-6 text-[0.8125rem] text-muted">
          <Commission product={paid} /> from links marked “Affiliate”.
        </p>
      ) : null}
      <FactTable comparison={comparison} />
      {products.length < comparedLimit ? <AddTool comparison={comparison} /> : null}
      {others.length > 0 ? (
        <section aria-labelledby="others" className="mt-15">
          <h2 id="others" className="section-title">
            Other comparisons
          </h2>
          <ul className="other-comparisons">
            {others.map(({ name, title: other, tools }) => (
              <li key={name}>
                <a href={`/compare/${encodeURIComponent(name)}`} {...languageOf(other)}>
                  <span className="other-logos">
                    {tools.map((tool) => (
                      <ProductLogo key={tool.name} product={tool} size="small" lazy />
                    ))}
                  </span>
                  {other}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </article>
  );
}

const copyLink = () => copyText(location.origin + location.pathname, "Link copied to clipboard");

/** A verdict of so many characters of HTML is one or two sentences, which can be large. */
const shortVerdict = 280;

/** Similar tools to compare as well, by buttons that work without scripts: search engines need not follow every combination. */
function AddTool({ comparison: { products, similar } }: { comparison: Comparison }) {
  return (
    <form action="/compare" className="mt-5 flex flex-wrap items-center gap-2 text-sm">
      <span className="mr-2 text-muted max-sm:w-full">Add another tool:</span>
      {products.map(({ id, slug }) => (
        <input key={id} type="hidden" name="a" value={slug} />
      ))}
      <div className="similar-compared">
        {similar.map((tool) => (
          <button
            key={tool.slug}
            type="submit"
            name="b"
            value={tool.slug}
            {...languageOf(tool.name)}
            className={buttonStyle({ className: "max-w-full min-w-0" })}
          >
            <span className="truncate">{tool.name}</span>
            <IconPlus size={16} aria-hidden="true" className="shrink-0 text-muted" />
          </button>
        ))}
      </div>
      <AnotherTool products={products} />
    </form>
  );
}

/** Finds any other tool. */
function AnotherTool({ products }: { products: Product[] }) {
  const [typed, setTyped] = useState("");
  const search = typed.trim();
  const { data } = useQuery({
    ...read("/api/products", { query: { search, limit: mostFound + comparedLimit } }),
    enabled: search !== "",
    placeholderData: keepPreviousData,
  });
  const found = search === "" || !data ? [] : data;
  const others = found.filter(({ id }) => products.every((product) => product.id !== id));
  return (
    <div className="another-tool">
      <Combobox
        id="another-tool"
        label="Tools"
        aria-label="Another tool"
        placeholder="Another tool..."
        chosen=""
        value={typed}
        options={() =>
          toolOptions(others.slice(0, mostFound)).map((option) => ({
            ...option,
            picture: <ProductLogo product={option.tool} size="small" />,
          }))
        }
        choose={(option) => {
          if (!option) return;
          const chosen = products.map(({ slug }) => ["a", slug]);
          location.assign(`/compare?${new URLSearchParams([...chosen, ["b", option.tool.slug]])}`);
        }}
        onType={setTyped}
      />
      <p role="status" className="absolute mt-1 text-[0.8125rem] text-muted">
        {search !== "" && data && others.length === 0 ? "No other tool found" : null}
      </p>
    </div>
  );
}

/** How many tools a search offers: the list has room for them. */
const mostFound = 7;

/** So many of its own categories name what a tool is for. */
const mostNamed = 3;

/** What each tool has of its own among the categories: "Krea is also for video and music. Suno is also for speech." */
function factLine(products: Product[]): string {
  const parts = products.flatMap(({ name, categories }) => {
    const own = categories.filter((category) => isOnlyHere(category, products));
    if (own.length === 0) return [];
    const also = own.length < categories.length ? "also " : "";
    return `${name} is ${also}for ${listed(own.slice(0, mostNamed).map(inSentence))}.`;
  });
  return parts.join(" ");
}

/** "a", "a and b", "a, b and c" */
const listed = (words: string[]) => words.join(", ").replace(/, ([^,]*)$/, " and $1");

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
