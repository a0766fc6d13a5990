import { useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { issueQuery } from "../../api/issues";
import type { Issue, IssueProduct, ProductCard } from "../../api/schema.gen";
import { TypeBadge } from "../../kit/badge";
import { buttonStyle } from "../../kit/button";
import { Day } from "../../kit/day";
import { languageOf } from "../../kit/language";
import { LegalText } from "../../kit/legal-text";
import { PageOf, State } from "../../kit/page-state";
import { lightOf } from "../../kit/tools/mark";
import { ProductLogo } from "../../kit/tools/product-logo";
import { newTab, rowButtons } from "../../kit/tools/tool-buttons";
import type { Visit } from "../../visit";
import { PageTitle } from "./page-parts";

/** An issue as a page. */
export function IssueScreen({ visit }: { visit: Visit }) {
  return (
    <PageOf query={useQuery(issueQuery(visit.params.number ?? ""))} what="issue" missing={missing}>
      {(issue) => <IssuePage issue={issue} />}
    </PageOf>
  );
}

/** The sections by their headings. The server has the same (internal/newsletter/pages.go). */
const headings = { new: "New tools", featured: "Featured", deals: "Deals", popular: "Most popular" } as const;

function IssuePage({ issue: { number, cadence, subject, intro, sections, sentAt } }: { issue: Issue }) {
  return (
    <article className="page-width pt-8">
      <Back />
      <header className="mt-4 max-w-4xl">
        <PageTitle>{subject}</PageTitle>
        <p className="mt-4 text-[0.9375rem] text-muted">
          {`Issue ${number}`} · <Day at={sentAt} /> · {cadence === "weekly" ? "Weekly" : "Monthly"}
        </p>
      </header>
      {intro === "" ? null : (
        <div className="mt-8">
          <LegalText html={intro} />
        </div>
      )}
      {sections.map(({ kind, products }) => (
        <section key={kind} aria-labelledby={kind} className="mt-14">
          <h2 id={kind} className="mb-5 font-display text-[1.875rem] leading-tight">
            {headings[kind]}
          </h2>
          <ul className="card-grid">
            {products.map((product) => (
              <IssueCard key={product.id} product={product} issue={number} isFeatured={kind === "featured"} />
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}

function Back() {
  return (
    <a
      href="/newsletter/archive"
      className="inline-flex min-h-11 items-center gap-2 rounded-lg pr-3 text-sm/normal font-medium text-muted transition-colors hover:text-text"
    >
      <span aria-hidden="true">←</span> Past issues
    </a>
  );
}

const missing = (
  <State level="h1" title="Issue not found" text="No issue of the newsletter has this number.">
    <a href="/newsletter/archive" className={buttonStyle({ tone: "brass" })}>
      All past issues
    </a>
  </State>
);

interface IssueCardProps {
  product: IssueProduct;
  /** The number of the issue, for which a visit to the tool's website counts. */
  issue: number;
  isFeatured: boolean;
}

/** A tool of an issue, as it was when the issue was sent. It looks like a card of the directory. */
function IssueCard({ product, issue, isFeatured }: IssueCardProps) {
  const { slug, name, description, image, categories, type, hasDeal, hasAffiliateLink } = product;
  const logo = { name, logo: image, logoColor: "" };
  const address = encodeURIComponent(slug);
  const isListed = slug !== ""; // otherwise it was removed since, and there is nothing to link to
  return (
    <li className="card" style={{ "--light": lightOf(logo) } as CSSProperties}>
      <div className="case">
        <ProductLogo product={logo} />
        {isFeatured ? <span className="badge badge-featured">Featured</span> : null}
        {hasDeal ? <span className="badge badge-deal">Deal</span> : null}
      </div>
      <h3 {...languageOf(name)}>{isListed ? <a href={`/products/${address}`}>{name}</a> : name}</h3>
      <TypeBadge type={type as ProductCard["type"]} />
      <p className="card-text" {...languageOf(description)}>
        {description}
      </p>
      <p className="card-categories">
        {categories
          .slice(0, 2)
          .map((category) => category.name)
          .join(" · ")}
      </p>
      {isListed ? (
        <>
          {rowButtons(product, "card")}
          {hasAffiliateLink ? <span className="text-muted text-xs">Affiliate</span> : null}
          <a
            className="card-visit"
            href={`/go/${address}?from=issue-${issue}`}
            {...newTab(hasAffiliateLink)}
            aria-label={`Visit ${name}`}
          >
            Visit
          </a>
        </>
      ) : null}
    </li>
  );
}
