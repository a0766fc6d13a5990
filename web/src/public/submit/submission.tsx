import { useQuery } from "@tanstack/react-query";
import type { MouseEvent } from "react";
import { hasStatus } from "../../api/fault";
import type { SubmissionStatus } from "../../api/schema.gen";
import { submissionStatusQuery } from "../../api/submissions";
import { Button, buttonStyle } from "../../kit/button";
import { Day } from "../../kit/day";
import { useHydrated } from "../../kit/hydrated";
import { languageOf } from "../../kit/language";
import { Skeleton } from "../../kit/skeleton";
import type { Visit } from "../../visit";
import { SubmitPage, submitCard } from "./submit-page";

/** The status of a submission, for anyone who has its link. */
export function Submission({ visit }: { visit: Visit }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...submissionStatusQuery(visit.params.key ?? ""),
    refetchOnMount: "always",
  });
  const isRefreshing = useHydrated() && isFetching; // without scripts nothing is fetched
  return (
    <SubmitPage title="Your submission" isBusy={isRefreshing}>
      {data ? <Status submission={data} address={visit.path} refresh={() => void refetch()} /> : null}
      {error ? <Unknown isNotFound={hasStatus(error, 404)} retry={() => void refetch()} /> : null}
      {data || error ? null : <StatusSkeleton />}
    </SubmitPage>
  );
}

/** What an approved submission says while visitors don't see the tool. */
const unlisted = "Thank you! We’ve approved your tool. It isn’t listed at the moment.";

const states = {
  pending: {
    title: "In review",
    text: "We review every submission. Check back here for the decision.",
    color: "text-unknown",
  },
  approved: {
    title: "Approved",
    text: "Thank you! Your tool is in the directory.",
    color: "text-free",
  },
  rejected: {
    title: "Not listed",
    text: "Thank you for submitting it. We've decided not to list it.",
    color: "text-premium",
  },
} as const;

interface StatusProps {
  submission: SubmissionStatus;
  address: string;
  refresh: () => void;
}

function Status({ submission, address, refresh }: StatusProps) {
  const onLookAgain = (event: MouseEvent) => {
    event.preventDefault();
    refresh();
  };
  const { productName, website, status, reason, productSlug, createdAt, decidedAt } = submission;
  const { title, text, color } = states[status];
  const isUnlisted = status === "approved" && productSlug === "";
  return (
    <section className={submitCard} aria-live="polite">
      <p className={`mb-4 inline-block rounded-2xl bg-current/16 px-3 py-1 text-[0.8125rem] font-semibold ${color}`}>
        {title}
      </p>
      <h2 {...languageOf(productName)} className="font-display text-3xl break-words">
        {productName}
      </h2>
      <p className="mt-1 text-sm break-all text-muted">{website}</p>
      <p className="mt-6 max-w-xl leading-relaxed">{isUnlisted ? unlisted : text}</p>
      {reason === "" ? null : (
        <blockquote className="mt-5 max-w-160 border-l-2 border-line pl-4 leading-[1.6] wrap-anywhere">
          <p className="font-semibold">Reason</p>
          <p className="mt-1 whitespace-pre-line">{reason}</p>
        </blockquote>
      )}
      <p className="mt-6 text-sm text-dim">
        Submitted on <Day at={createdAt} />
        {status === "pending" ? null : (
          <>
            , decided on <Day at={decidedAt} />
          </>
        )}
        .
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {productSlug === "" ? null : (
          <a href={`/products/${encodeURIComponent(productSlug)}`} className={buttonStyle({ tone: "brass" })}>
            View in the directory
          </a>
        )}
        {status === "pending" ? (
          <a href={address} className={buttonStyle()} onClick={onLookAgain}>
            Refresh
          </a>
        ) : null}
      </div>
    </section>
  );
}

function Unknown({ isNotFound, retry }: { isNotFound: boolean; retry: () => void }) {
  return (
    <div className={submitCard} role="alert">
      <h2 className="font-display text-3xl">{isNotFound ? "Submission not found" : "Couldn't load your submission"}</h2>
      <p className="mt-3 max-w-xl text-muted">
        {isNotFound
          ? "The link may be incomplete, or the submission was deleted. We delete them six months after the decision."
          : "Your submission is safe."}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {isNotFound ? (
          <a href="/submit" className={buttonStyle()}>
            Submit an AI tool
          </a>
        ) : (
          <Button onClick={retry}>Try again</Button>
        )}
      </div>
    </div>
  );
}

function StatusSkeleton() {
  return (
    <div className={submitCard} role="status">
      <span className="sr-only">Loading your submission</span>
      <Skeleton className="h-6 w-40" />
      <Skeleton className="mt-4 h-9 w-64 max-w-full" />
      <Skeleton className="mt-8 h-5 w-full max-w-xl" />
      <Skeleton className="mt-2 h-5 w-2/3 max-w-md" />
    </div>
  );
}
