import "../../kit/text-link.css";
import { useQuery } from "@tanstack/react-query";
import { hasStatus } from "../../api/fault";
import { type Issue, issueQuery } from "../../api/issues";
import { buttonStyle } from "../../kit/button";
import { Day } from "../../kit/day";
import { LegalText } from "../../kit/legal-text";
import { FailedPage, PageState } from "../../kit/page-state";
import { Skeleton } from "../../kit/skeleton";
import type { Visit } from "../../visit";
import { IssueCard } from "./issue-card";
import { PageTitle } from "./page-title";

/** An issue as a page. */
export function IssueScreen({ visit }: { visit: Visit }) {
  const { data: issue, error, isFetching, refetch } = useQuery(issueQuery(visit.params.number ?? ""));
  if (issue) return <IssuePage issue={issue} />;
  if (hasStatus(error, 404)) return <Missing />;
  return error ? <FailedPage what="issue" isRetrying={isFetching} retry={() => void refetch()} /> : <Loading />;
}

/** The sections by their headings. The server has the same (internal/pages/newsletter.go). */
const headings = { new: "New tools", featured: "Featured", deals: "Deals", popular: "Most visited" } as const;

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

function Missing() {
  return (
    <PageState title="Issue not found" text="No issue of the newsletter has this number.">
      <a href="/newsletter/archive" className={buttonStyle({ tone: "brass" })}>
        All past issues
      </a>
    </PageState>
  );
}

function Loading() {
  return (
    <div role="status" className="page-width min-h-dvh pt-8">
      <span className="sr-only">Loading the issue</span>
      <Skeleton className="mt-15 h-14 w-full max-w-2xl" />
      <Skeleton className="mt-4 h-5 w-64" />
      <Skeleton className="mt-12 h-72 w-full rounded-2xl" />
    </div>
  );
}
