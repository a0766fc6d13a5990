import { useQuery } from "@tanstack/react-query";
import { attentionQuery } from "../../api/attention";
import { sentenceOf } from "../../api/fault";
import type { Need } from "../../api/schema.gen";
import { AdminLink } from "../../kit/admin/screen";
import { Button, buttonStyle } from "../../kit/button";
import { formatCount } from "../../kit/count";
import { Skeleton } from "../../kit/skeleton";

/** What each kind is called, for one and for several, and its cure. One that isn't here is shown by its name. */
const kinds: Record<string, [one: string, many: string, cure: string]> = {
  submissions: ["submission is waiting", "submissions are waiting", "Review"],
  links: ["website is broken", "websites are broken", "Review"],
  emails: ["submitter couldn't be emailed", "submitters couldn't be emailed", "View"],
  "newsletter-emails": ["email of the newsletter was refused", "emails of the newsletter were refused", "View"],
  "sign-ins": ["sign-in failed in seven days", "sign-ins failed in seven days", "View"],
  jobs: ["scheduled job failed", "scheduled jobs failed", "View"],
  backup: ["backup is overdue or failed", "backups are overdue or failed", "View"],
  ending: ["deal, feature or booking ends within a week", "deals, features or bookings end within a week", "View"],
  "affiliate-links": ["affiliate link is broken", "affiliate links are broken", "Fix"],
  "same-website": ["tool has the website of another", "tools have the website of another", "Compare"],
  "same-name": ["tool has much the same name as another", "tools have much the same name as another", "Compare"],
  "tool-own-description": ["tool has the description of another", "tools have the description of another", "Rewrite"],
  "tool-description": ["description is short", "descriptions are short", "Write"],
  "no-price": ["tool has no price", "tools have no price", "Add prices"],
  "no-logo": ["tool has no logo", "tools have no logo", "Add logos"],
  searches: ["search found no tool", "searches found no tool", "View"],
};

/** How many rows are shown before "Show all". */
const most = 5;

/** What needs the administrator, the most urgent first. */
export function Attention() {
  const needs = useQuery(attentionQuery());
  return (
    <section aria-labelledby="attention" className="mb-8">
      <h2 id="attention" className="mb-2 font-display text-[1.375rem]/8">
        Needs attention
      </h2>
      {needs.data ? (
        <Needs list={needs.data} />
      ) : needs.error ? (
        <p role="alert" className="flex items-center gap-3 text-[0.875rem] text-muted">
          {sentenceOf(needs.error, "Couldn't load what needs attention.")}
          <Button size="small" disabled={needs.isFetching} onClick={() => void needs.refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <Skeleton className="h-12.5 w-full" />
      )}
    </section>
  );
}

function Needs({ list }: { list: Need[] }) {
  if (list.length === 0) return <p className="text-[0.875rem] text-muted">Nothing needs you.</p>;
  const rest = list.slice(most);
  return (
    <>
      <Rows list={list.slice(0, most)} />
      {rest.length > 0 ? (
        <details className="group">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-[0.875rem] text-muted hover:text-text">
            {formatCount(rest.length)} more
          </summary>
          <Rows list={rest} />
        </details>
      ) : null}
    </>
  );
}

const Rows = ({ list }: { list: Need[] }) => (
  <ul className="divide-y divide-hairline overflow-hidden rounded-xl border border-hairline bg-raised">
    {list.map(({ kind, count, url }) => {
      const [one, many, cure] = kinds[kind] ?? [kind, kind, "View"];
      return (
        <li key={kind} className="flex min-h-12.5 items-center gap-3 px-4 py-2 lg:px-5 lg:py-0">
          <span className="min-w-14 font-semibold tabular-nums">{formatCount(count)}</span>
          <span className="min-w-0 flex-1 text-[0.875rem] text-muted">{count === 1 ? one : many}</span>
          <AdminLink
            href={url}
            aria-label={`${cure}: ${count === 1 ? one : many}`}
            className={buttonStyle({ size: "small", className: "min-w-34 justify-center max-sm:min-w-0" })}
          >
            {cure}
          </AdminLink>
        </li>
      );
    })}
  </ul>
);
