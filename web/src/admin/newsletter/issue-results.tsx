import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type IssueReport, issueDetailQuery } from "../../api/newsletter-admin";
import { FailedPanel } from "../../kit/admin/state-panel";
import { formatCount } from "../../kit/count";
import { Skeleton } from "../../kit/skeleton";

/** The addresses that refused an issue, and the visits that came from it, by tool. */
export function IssueResults({ report }: { report: IssueReport }) {
  const { data, error, refetch } = useQuery({ ...issueDetailQuery(report), placeholderData: keepPreviousData });
  if (error) return <FailedPanel what="Couldn't load the results" error={error} retry={() => void refetch()} />;
  if (!data)
    return (
      <div role="status">
        <span className="sr-only">Loading the results</span>
        <Skeleton className="mt-2 h-5 w-72 max-w-full" />
        <Skeleton className="mt-3 h-5 w-56 max-w-full" />
      </div>
    );
  const { failures, products } = data;
  const visited = products.filter(({ visits }) => visits > 0);
  return (
    <div className="mt-2 grid gap-x-10 gap-y-6 min-[56rem]:grid-cols-2">
      <Part title="Refused" empty="No address refused it.">
        {failures.length === 0 ? null : (
          <ul className="max-h-80 divide-y divide-hairline overflow-y-auto">
            {failures.map(({ email, answer }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: removed subscribers have no other name
              <li key={index} className="py-2 text-[0.8125rem] wrap-anywhere">
                <bdi>{email === "" ? "A removed subscriber" : email}</bdi>
                <bdi className="block text-muted">{answer}</bdi>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title="Visits by tool" empty="No visits yet.">
        {visited.length === 0 ? null : (
          <ul className="max-h-80 divide-y divide-hairline overflow-y-auto">
            {visited.map(({ productId, name, slug, visits }) => (
              <li key={productId} className="flex justify-between gap-4 py-2 text-[0.8125rem]">
                <a
                  href={`/products/${slug}`}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="truncate hover:underline"
                >
                  <bdi>{name}</bdi>
                </a>
                <span className="tabular-nums text-muted">{formatCount(visits)}</span>
              </li>
            ))}
          </ul>
        )}
      </Part>
    </div>
  );
}

function Part({ title, empty, children }: { title: string; empty: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1 font-semibold text-[0.8125rem] text-muted">{title}</h3>
      {children ?? <p className="text-[0.8125rem] text-dim">{empty}</p>}
    </div>
  );
}
