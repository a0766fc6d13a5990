import { useQuery } from "@tanstack/react-query";
import type { ProductCard } from "../../api/schema.gen";
import { Breadcrumb } from "../../kit/breadcrumb";
import { buttonStyle } from "../../kit/button";
import { Suggestions } from "../../kit/not-found";
import { EmptyList, ListOf } from "../../kit/page-state";
import { DealFacts, dealLink, isPaidDeal } from "../../kit/tools/deal";
import { ToolRow } from "../../kit/tools/tool-row";
import { Commission } from "../../kit/tools/visit-link";
import { dealsQuery } from "./pages";

/** The link to a deal; before one that may pay the site, what it is. */
function GetDeal({ product, dealUrl }: { product: ProductCard; dealUrl: string }) {
  const offered = { ...product, dealUrl };
  const isPaid = isPaidDeal(offered);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: dealLink has the href
    <a
      {...dealLink(offered, "deal")}
      className="card-visit"
      aria-label={`${isPaid ? "Affiliate: " : ""}Get the deal from ${product.name}`}
      data-tooltip={isPaid ? "We may earn a commission" : undefined}
    >
      <span className="affiliate">{isPaid ? <small>Affiliate</small> : null} Get the deal</span>
    </a>
  );
}

/** The deals that run, the soonest end first. */
export function Deals() {
  return (
    <div className="page-width min-h-dvh pb-4">
      <Breadcrumb current="Deals" />
      <h1 className="mt-1 font-display text-4xl sm:text-5xl">Deals</h1>
      <p className="mt-3 mb-6 text-muted">What runs right now, the soonest end first.</p>
      <ListOf query={useQuery(dealsQuery())} items="deals">
        {(deals) =>
          deals.length === 0 ? (
            <EmptyList text="No deals are running right now.">
              <a href="/categories" className={buttonStyle({ tone: "brass" })}>
                Browse all categories
              </a>
              <Suggestions />
            </EmptyList>
          ) : (
            <>
              {deals.some(({ product, url }) => isPaidDeal({ ...product, dealUrl: url })) ? (
                <p className="-mt-5 mb-5 text-[0.8125rem] text-muted">
                  <Commission product={{ hasAffiliateLink: true }} /> from links marked “Affiliate”.
                </p>
              ) : null}
              <ol className="deals tool-cards">
                {deals.map(({ product, text, code, url, to }) => (
                  <ToolRow
                    key={product.id}
                    product={product}
                    from="deal"
                    note={text || "Deal available"}
                    facts={<DealFacts code={code} to={to} />}
                    visit={<GetDeal product={product} dealUrl={url} />}
                  />
                ))}
              </ol>
            </>
          )
        }
      </ListOf>
    </div>
  );
}
