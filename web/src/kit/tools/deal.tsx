import type { ShownProduct } from "../../api/schema.gen";
import { copyText } from "../clipboard";
import { Day } from "../day";
import { newTab, type Placement, type Visited, websiteLink } from "./tool-buttons";
import { websiteHost } from "./visit-link";

type Offered = Visited & Pick<ShownProduct, "dealUrl">;

/**
 * Whether the link of a deal may pay the site: it is an affiliate link, leads to another host than the website's, or says who sent
 * the visitor. The server has the rule for the deal's own URL too (internal/catalog/product_check.go).
 */
export const isPaidDeal = ({ dealUrl, website, hasAffiliateLink }: Offered) =>
  dealUrl === "" ? hasAffiliateLink : websiteHost(dealUrl) !== websiteHost(website) || dealUrl.includes("?");

/** The attributes of the link to a deal: its own URL, or where Visit leads. */
export const dealLink = (product: Offered, from: Placement) =>
  product.dealUrl === ""
    ? websiteLink(product, from)
    : { ...newTab(isPaidDeal(product)), href: product.dealUrl, "data-visit": product.id };

/** The code of a deal, to be copied, and when it ends. */
export const DealFacts = ({ code, to }: { code: string; to: string }) =>
  code || to ? (
    <p className="deal-facts">
      {code ? (
        <button type="button" onClick={() => void copyText(code, "Code copied to clipboard")}>
          <code>{code}</code> Copy<span className="sr-only"> code</span>
        </button>
      ) : null}
      {to ? (
        <span>
          Ends <Day at={to} />
        </span>
      ) : null}
    </p>
  ) : null;
