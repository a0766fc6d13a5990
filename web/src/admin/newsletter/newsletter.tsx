import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter/use-browser-location";
import { hasStatus } from "../../api/fault";
import { issuesQuery } from "../../api/newsletter-admin";
import { AdminLink } from "../../kit/admin/link";
import { ScreenHead } from "../../kit/admin/screen-head";
import { StatePanel } from "../../kit/admin/state-panel";
import { tab } from "../../kit/admin/styles";
import { formatCount } from "../../kit/count";
import { isOpen, nextPoll } from "./issue-words";
import { Issues } from "./issues";
import { NextIssue } from "./next-issue";
import { tabAddress, tabAt, tabs } from "./tabs";

/** The newsletter: the next issue of each cadence, and what became of the others. */
export default function Newsletter() {
  const shown = tabAt(useSearch());
  const issues = useQuery({
    ...issuesQuery(),
    refetchInterval: ({ state }) => nextPoll(state.data, state.dataUpdateCount, state.errorUpdateCount, Date.now()),
  });
  if (hasStatus(issues.error, 404)) return <NewsletterOff />;
  const open = issues.data?.filter(isOpen).length ?? 0;
  return (
    <>
      <ScreenHead title="Newsletter">
        Each issue is put together from what's new. Edit it if you like; nothing is sent until you say so.
      </ScreenHead>
      <nav aria-label="Newsletter" className="mt-4 flex gap-5 overflow-x-auto border-hairline border-b">
        {tabs.map(({ id, label }) => (
          <AdminLink
            key={id}
            className={`${tab} -mb-px inline-flex items-center gap-2 text-[0.875rem] whitespace-nowrap`}
            href={tabAddress(id)}
            aria-current={id === shown ? "page" : undefined}
          >
            {label}
            {id === "issues" && open > 0 ? (
              <span className="badge badge-featured">
                {formatCount(open)}
                <span className="sr-only"> in progress</span>
              </span>
            ) : null}
          </AdminLink>
        ))}
      </nav>
      {shown === "issues" ? <Issues issues={issues} /> : <NextIssue key={shown} cadence={shown} />}
    </>
  );
}

function NewsletterOff() {
  return (
    <>
      <ScreenHead title="Newsletter" />
      <StatePanel
        title="The newsletter is off"
        text="Set --smtp-url and --mail-from, and leave --newsletter on, to let visitors subscribe."
      />
    </>
  );
}
