import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { IssueDetail, IssueReport } from "../../api/schema.gen";
import { isSet } from "../../kit/admin/days";
import { Loaded, Loading } from "../../kit/admin/list";
import { CallQuestion, failed } from "../../kit/admin/question";
import { disclosure, panel, progressBar } from "../../kit/admin/styles";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { changeIssue, type IssueAction, issueDetailQuery, issuesChanged } from "./api";
import { doneOf, momentIn, progressOf, statuses } from "./issue-words";

/** An issue that was sent, is being sent or is scheduled, with its results and what can be done with it. */
export function IssueCard({ report }: { report: IssueReport }) {
  const { number, cadence, status, subject, recipients, startedAt } = report;
  const [isOpen, setOpen] = useState(false);
  const { word, tone } = statuses[status];
  const isRunning = status === "sending" || status === "paused";
  return (
    <li className={`${panel} px-4 py-4 sm:px-5`} aria-labelledby={`issue-${number}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-[1_1_16rem]">
          <p className="flex flex-wrap items-center gap-2 text-[0.8125rem] text-dim tabular-nums">
            <Badge tone={tone}>{word}</Badge>
            <span className="min-w-0 wrap-anywhere">
              Issue {number} · {cadence === "weekly" ? "Weekly" : "Monthly"}
              <When report={report} />
            </span>
          </p>
          <h2 id={`issue-${number}`} className="mt-1.5 font-semibold wrap-anywhere">
            <bdi className="line-clamp-3">{subject}</bdi>
          </h2>
        </div>
        <Actions report={report} />
      </div>
      {isRunning ? (
        <div className="mt-3 text-[0.8125rem] text-muted tabular-nums">
          <progress
            className={progressBar}
            aria-label={`Emails of issue ${number}`}
            max={Math.max(1, recipients)}
            value={doneOf(report)}
          />
          <p className="mt-1">{progressOf(report)}</p>
        </div>
      ) : null}
      {isSet(startedAt) ? (
        <>
          <Counts report={report} />
          <details className="group mt-3" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary
              className={`${disclosure} inline-flex min-h-11 items-center gap-2 rounded-md text-[0.875rem] text-muted hover:text-text`}
            >
              Failures and clicks by tool
            </summary>
            {isOpen ? <IssueResults report={report} /> : null}
          </details>
        </>
      ) : null}
    </li>
  );
}

function When({ report: { status, scheduledAt, zone, startedAt, finishedAt } }: { report: IssueReport }) {
  if (status === "scheduled")
    return (
      <span className="text-text">
        {" "}
        · <time dateTime={scheduledAt}>{momentIn(scheduledAt, zone)}</time> {zone}
      </span>
    );
  const at = isSet(finishedAt) ? finishedAt : startedAt;
  return isSet(at) ? (
    <span>
      {" "}
      · {at === finishedAt ? "" : "started "}
      <time dateTime={at}>{momentIn(at, "")}</time>
    </span>
  ) : null;
}

/** What became of the emails. Rare outcomes are shown only if there are some. */
function Counts({ report }: { report: IssueReport }) {
  const { recipients, delivered, refused, unsure, skipped, unsubscribed, clicks } = report;
  const counts: [label: string, count: number, hint?: string][] = [
    ["Recipients", recipients],
    ["Delivered", delivered, "Accepted by their mail server"],
    ["Refused", refused, "Given up"],
    ["Unsubscribed", unsubscribed, "With a link of this issue"],
    ["Clicks", clicks, "To tools' websites, from this issue"],
  ];
  if (skipped > 0) counts.splice(3, 0, ["Skipped", skipped, "Unsubscribed before sending, or nothing in their topics"]);
  if (unsure > 0) counts.splice(3, 0, ["May have been sent", unsure, "Not sent again; the log names them"]);
  return (
    <dl className="mt-4 grid grid-cols-3 gap-x-4 gap-y-3 sm:grid-cols-[repeat(auto-fill,minmax(8rem,1fr))]">
      {counts.map(([label, count, hint]) => (
        <div key={label} data-tooltip={hint} className="flex flex-col justify-between">
          <dt className="text-[0.75rem] text-dim">{label}</dt>
          <dd className="font-display text-2xl tabular-nums">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

const questions = {
  stop: {
    title: "Stop sending?",
    action: "Stop",
    doing: "Stopping...",
    describe: ({ waiting }: IssueReport) =>
      `${countOf(waiting, "subscriber")} who ${waiting === 1 ? "hasn't" : "haven't"} received the issue won't get it. A stopped issue can't be resumed.`,
    done: "Stopped",
  },
  unschedule: {
    title: "Unschedule this issue?",
    action: "Unschedule",
    doing: "Unscheduling...",
    describe: ({ cadence }: IssueReport) =>
      `It becomes the next ${cadence} issue again and replaces the current draft. You can edit it and send it later.`,
    done: "Unscheduled",
  },
};

function Actions({ report }: { report: IssueReport }) {
  const { number, status, startedAt } = report;
  const queries = useQueryClient();
  const [question, setQuestion] = useState<keyof typeof questions | null>(null);
  const change = useMutation({
    mutationFn: (action: IssueAction) => changeIssue(number, action),
    onError: failed(`Couldn't change issue ${number}`),
    onSettled: () => issuesChanged(queries),
  });
  const about = <span className="sr-only">issue {number}</span>;
  const other = status === "sending" ? "pause" : "resume";
  const asked = question && questions[question];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {isSet(startedAt) ? (
        <a
          href={`/newsletter/archive/${number}`}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center rounded-md text-[0.875rem] text-muted underline decoration-line underline-offset-4 hover:text-text md:min-h-8"
        >
          Archive page {about}
        </a>
      ) : null}
      {status === "sending" || status === "paused" ? (
        <>
          <Button
            size="small"
            className="aria-disabled:opacity-50"
            aria-disabled={change.isPending}
            onClick={() => (change.isPending ? undefined : change.mutate(other))}
          >
            {other === "pause" ? "Pause" : "Resume"} {about}
          </Button>
          <Button size="small" tone="danger" onClick={() => setQuestion("stop")}>
            Stop {about}
          </Button>
        </>
      ) : null}
      {status === "scheduled" ? (
        <Button size="small" onClick={() => setQuestion("unschedule")}>
          Unschedule {about}
        </Button>
      ) : null}
      {question && asked ? (
        <CallQuestion
          danger={question === "stop"}
          title={asked.title}
          description={asked.describe(report)}
          action={asked.action}
          doing={asked.doing}
          failure={`Couldn't change issue ${number}`}
          call={() => changeIssue(number, question)}
          changed={issuesChanged}
          done={() => ({ title: `${asked.done} issue ${number}` })}
          onClose={() => setQuestion(null)}
        />
      ) : null}
    </div>
  );
}

/** The addresses that refused an issue, and the clicks that came from it, by tool. */
function IssueResults({ report }: { report: IssueReport }) {
  const detail = useQuery({ ...issueDetailQuery(report), placeholderData: keepPreviousData });
  return (
    <Loaded
      query={detail}
      failure="Couldn't load the results"
      loading={<Loading what="Loading the results" skeleton="mt-2 h-16" />}
    >
      {(data) => <Results {...data} />}
    </Loaded>
  );
}

function Results({ failures, products }: IssueDetail) {
  const clicked = products.filter(({ clicks }) => clicks > 0);
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
      <Part title="Clicks by tool" empty="No clicks yet.">
        {clicked.length === 0 ? null : (
          <ul className="max-h-80 divide-y divide-hairline overflow-y-auto">
            {clicked.map(({ productId, name, slug, clicks }) => (
              <li key={productId} className="flex justify-between gap-4 py-2 text-[0.8125rem]">
                <a
                  href={`/products/${slug}`}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="truncate hover:underline"
                >
                  <bdi>{name}</bdi>
                </a>
                <span className="tabular-nums text-muted">{formatCount(clicks)}</span>
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
