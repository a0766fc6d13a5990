import "./legal-screen.css";
import { useQuery } from "@tanstack/react-query";
import { type LegalType, legalTextQuery, legalTitles, type ShownLegalPage } from "../api/legal-text";
import { LegalText } from "../components/legal-text";
import { Button } from "../ui/button";
import { Skeleton } from "../ui/skeleton";
import type { Visit } from "../visit";

/** The legal page at a URL. The path is its type. */
export function LegalScreen({ visit }: { visit: Visit }) {
  const type = visit.path.replaceAll("/", "") as LegalType;
  const { data: page, isPending, isFetching, refetch } = useQuery(legalTextQuery(type));
  return (
    <div className="legal-page page-width pt-5 pb-8 lg:pt-8 lg:pb-12 print:max-w-none print:p-0">
      <a href="/" className={backLink}>
        Back to Homepage
      </a>
      {page ? <LegalArticle page={page} /> : null}
      {isPending ? <LegalSkeleton title={legalTitles[type]} /> : null}
      {page || isPending ? null : <LegalMissing isRetrying={isFetching} retry={() => void refetch()} />}
    </div>
  );
}

const backLink =
  "inline-flex min-h-11 items-center gap-2.5 rounded text-sm/normal text-muted transition-colors before:ml-[0.1875rem] before:size-[0.4375rem] before:rotate-45 before:border-b-[1.5px] before:border-l-[1.5px] hover:text-text print:hidden";
const grid =
  "grid grid-cols-1 gap-8 pt-5 lg:grid-cols-[minmax(0,44rem)_minmax(12rem,17rem)] lg:justify-start lg:gap-x-24 lg:gap-y-10 print:block print:p-0";
const head = "lg:col-span-full print:mb-6";
const heading = "max-w-3xl font-display text-[clamp(2.375rem,1.75rem+2.6vw,3.5rem)] leading-[1.08] wrap-anywhere";

/** The text beside its table of contents; one of few parts needs none. */
function LegalArticle({ page: { title, lastUpdated, headings, html } }: { page: ShownLegalPage }) {
  return (
    <article className={grid}>
      <header className={head}>
        <h1 className={heading}>{title}</h1>
        <p className="mt-3.5 text-[0.9375rem] text-muted">{`Last updated ${lastUpdated}`}</p>
      </header>
      {headings.length > 2 ? (
        <nav aria-label="On this page" className="legal-contents print:hidden">
          <p aria-hidden="true" className="mb-1.5 text-[0.8125rem] text-dim">
            On this page
          </p>
          <ol>
            {headings.map(({ id, text }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-11 items-center rounded leading-[1.35] wrap-anywhere text-muted transition-colors hover:text-text lg:min-h-9"
                >
                  {text}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      <LegalText html={html} />
    </article>
  );
}

function LegalSkeleton({ title }: { title: string }) {
  return (
    <div className={grid} aria-busy="true">
      <div className={head}>
        <h1 className={heading}>{title}</h1>
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

function LegalMissing({ isRetrying, retry }: { isRetrying: boolean; retry: () => void }) {
  return (
    <div className="state-panel" role="alert">
      <h1 className="font-display text-4xl">Couldn't load this page</h1>
      <p className="mt-3 text-balance text-muted">Please try again in a moment.</p>
      <Button tone="brass" className="mt-7" onClick={retry} disabled={isRetrying}>
        Try again
      </Button>
    </div>
  );
}
