import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearch } from "wouter/use-browser-location";
import { hasStatus, sentenceOf } from "../../api/fault";
import type { IssueReport } from "../../api/schema.gen";
import { FailedPanel, Loaded, Loading, LoadingRows, StatePanel } from "../../kit/admin/list";
import { AdminLink, GuideLink, ScreenHead, tabAt } from "../../kit/admin/screen";
import { tab } from "../../kit/admin/styles";
import { Button, buttonStyle } from "../../kit/button";
import { formatCount } from "../../kit/count";
import { type Cadence, draftQuery, issuesQuery } from "./api";
import { IssueCard } from "./issue-card";
import { IssueForm } from "./issue-form";
import { isOpen, nextPoll } from "./issue-words";
import { tabAddress, tabs } from "./screen";

/** The newsletter: the next issue of each cadence, and what became of the others. */
export default function Newsletter() {
  const shown = tabAt(useSearch(), tabs)?.id ?? "weekly";
  const issues = useQuery({
    ...issuesQuery(),
    refetchInterval: ({ state }) => nextPoll(state.data, state.dataUpdateCount, state.errorUpdateCount, Date.now()),
  });
  if (hasStatus(issues.error, 404)) return <NewsletterOff />;
  const open = issues.data?.filter(isOpen).length ?? 0;
  return (
    <>
      <ScreenHead title="Newsletter">
        Each issue is drafted from what's new. Edit it, then send it. Nothing goes out without you.
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
        text="Set up email to send a weekly or monthly newsletter of new tools."
      >
        <GuideLink page="email" className={buttonStyle()}>
          Set up email
        </GuideLink>
      </StatePanel>
    </>
  );
}

/** The issues that were sent or are scheduled, the newest first. */
function Issues({ issues }: { issues: UseQueryResult<IssueReport[]> }) {
  const { data, error, isFetching, refetch } = issues;
  if (!data && error) return <FailedPanel what="Couldn't load the issues" query={issues} />;
  if (!data) return <LoadingRows what="the issues" />;
  if (data.length === 0)
    return <StatePanel title="No issues yet" text="Issues appear here once you send or schedule one." />;
  return (
    <>
      {error ? (
        <p role="alert" className="mt-4 text-danger text-sm">
          Couldn't update the results. {sentenceOf(error, "Failed to connect to server")}
        </p>
      ) : null}
      <ul aria-label="Issues" className="mt-5 grid gap-3">
        {data.map((report) => (
          <IssueCard key={report.number} report={report} />
        ))}
      </ul>

      <Button className="mt-4" disabled={isFetching} onClick={() => void refetch()}>
        Refresh
      </Button>
    </>
  );
}

/** The next issue of a cadence. A form that is open keeps what was typed when the draft is read again. */
function NextIssue({ cadence }: { cadence: Cadence }) {
  const draft = useQuery(draftQuery(cadence));
  const { refetch } = draft;
  const [round, setRound] = useState(0);
  const reset = async () => {
    await refetch({ throwOnError: true });
    setRound((before) => before + 1);
  };
  return (
    <Loaded
      query={draft}
      failure="Couldn't load the issue"
      loading={<Loading what="Loading the issue" skeleton="h-96" className="mt-6" />}
    >
      {(data) => <IssueForm key={round} draft={data} refresh={() => void refetch()} reset={reset} />}
    </Loaded>
  );
}
