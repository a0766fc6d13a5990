import "./legal-screen.css";
import { useQuery } from "@tanstack/react-query";
import type { ShownLegalPage } from "../../api/schema.gen";
import { type LegalType, legalTextQuery, legalTitles } from "../../api/site";
import { LegalText } from "../../kit/legal-text";
import { Failed } from "../../kit/page-state";
import { Skeleton } from "../../kit/skeleton";
import type { Visit } from "../../visit";

/** The legal page at a URL. The path is its type. */
export function LegalScreen({ visit }: { visit: Visit }) {
  const type = visit.path.replaceAll("/", "") as LegalType;
  const { data: page, isPending, isFetching, refetch } = useQuery(legalTextQuery(type));
  return (
    <div className="legal-page page-width">
      <a href="/" className="back-link">
        Back to Homepage
      </a>
      {page ? <LegalArticle page={page} /> : null}
      {isPending ? <LegalSkeleton title={legalTitles[type]} /> : null}
      {page || isPending ? null : (
        <Failed
          level="h1"
          title="Couldn't load this page"
          text="Please try again in a moment."
          isRetrying={isFetching}
          retry={refetch}
        />
      )}
    </div>
  );
}

/** The text beside its table of contents, which is folded where it is above the text; one of few parts needs none. */
function LegalArticle({ page: { title, lastUpdated, headings, html } }: { page: ShownLegalPage }) {
  const contents = (
    <ol>
      {headings.map(({ id, text }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex items-center rounded wrap-anywhere text-muted transition-colors hover:text-text"
          >
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <article className="legal-grid">
      <header className="legal-head">
        <h1 className="max-w-3xl font-display wrap-anywhere">{title}</h1>
        <p className="text-[0.9375rem] text-muted">{`Last updated ${lastUpdated}`}</p>
      </header>
      {headings.length > 2 ? (
        <nav aria-label="On this page" className="legal-contents">
          <details className="lg:hidden">
            <summary className="chevron">On this page</summary>
            {contents}
          </details>
          <div className="max-lg:hidden">
            <p aria-hidden="true" className="mb-1.5 text-[0.8125rem] text-dim">
              On this page
            </p>
            {contents}
          </div>
        </nav>
      ) : null}
      <LegalText html={html} />
    </article>
  );
}

function LegalSkeleton({ title }: { title: string }) {
  return (
    <div className="legal-grid" aria-busy="true">
      <div className="legal-head">
        <h1 className="max-w-3xl font-display wrap-anywhere">{title}</h1>
        <Skeleton className="mt-4 h-5 w-48" />
      </div>
      <div className="grid min-h-dvh content-start gap-4">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-11/12" />
        <Skeleton className="mt-6 h-8 w-64 max-w-full" />
        <Skeleton className="h-48 w-full" />
      </div>
    </div>
  );
}
