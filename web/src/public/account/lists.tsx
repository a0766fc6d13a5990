import { useSyncExternalStore } from "react";
import type { Account } from "../../api/account";
import { Badge } from "../../kit/badge";
import { buttonStyle } from "../../kit/button";
import { countOf } from "../../kit/count";
import { Day } from "../../kit/day";
import { languageOf } from "../../kit/language";
import { savedTools, subscribeSaved } from "../saved/saved-tools";
import { Section } from "./section";

export function SavedSection() {
  const count = useSyncExternalStore(subscribeSaved, savedTools).length;
  return (
    <Section title="Saved tools">
      <p className="mb-4">
        {count === 0 ? "Nothing saved yet. Press the bookmark on a tool to keep it." : `${countOf(count, "tool")}.`}
      </p>
      <a href={count === 0 ? "/" : "/saved"} className={buttonStyle()}>
        {count === 0 ? "Browse the tools" : "View saved tools"}
      </a>
    </Section>
  );
}

const statuses = {
  pending: { label: "In review", tone: "unknown" },
  approved: { label: "Approved", tone: "free" },
  rejected: { label: "Not listed", tone: "premium" },
} as const;

/** The tools that the user has submitted, each with its status. */
export function SubmissionsSection({ submissions }: { submissions: Account["submissions"] }) {
  return (
    <Section title="My submissions">
      {submissions.length === 0 ? (
        <>
          <p className="mb-4">None yet. Tools that you submit while signed in appear here.</p>
          <a href="/submit" className={buttonStyle()}>
            Submit AI tool
          </a>
        </>
      ) : (
        <ul className="-mt-3 divide-y divide-hairline">
          {submissions.map(({ productName, status, statusPath, productSlug, createdAt }) => (
            <li key={statusPath} className="flex flex-wrap items-center justify-between gap-x-6 py-3">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span {...languageOf(productName)} className="min-w-0 font-medium wrap-anywhere">
                    {productName}
                  </span>
                  <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>
                </p>
                <p className="mt-1 text-sm text-muted">
                  Submitted on <Day at={createdAt} />
                </p>
              </div>
              <p className="flex flex-wrap gap-x-5 text-sm">
                <a href={statusPath} className={listLink}>
                  View status <span className="sr-only">of {productName}</span>
                </a>
                {productSlug === "" ? null : (
                  <a href={`/products/${encodeURIComponent(productSlug)}`} className={listLink}>
                    View listing <span className="sr-only">of {productName}</span>
                  </a>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const listLink = "text-link inline-flex min-h-11 items-center";
