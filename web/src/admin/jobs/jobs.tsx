import { useQuery } from "@tanstack/react-query";
import type { JobStatus } from "../../api/schema.gen";
import { isSet, momentOf } from "../../kit/admin/days";
import { Loaded, LoadingRows } from "../../kit/admin/list";
import { useCall } from "../../kit/admin/question";
import { ScreenHead } from "../../kit/admin/screen";
import { panelRows } from "../../kit/admin/styles";
import { Badge, type BadgeTone } from "../../kit/badge";
import { Button } from "../../kit/button";
import { jobsChanged, jobsQuery, runJob } from "./api";
import { Backups } from "./backups";

/** What runs by the clock and by hand, and the backups. */
export default function Jobs() {
  const jobs = useQuery(jobsQuery());
  return (
    <>
      <ScreenHead title="Jobs">What runs on a schedule, how it last went, and your backups.</ScreenHead>
      <Backups jobs={jobs.data ?? []} />
      <h2 className="mt-10 mb-3 font-display text-2xl">Scheduled jobs</h2>
      <Loaded query={jobs} failure="Couldn't load the jobs" loading={<LoadingRows what="the jobs" className="" />}>
        {(list) => (
          <ul className={panelRows} aria-label="Jobs">
            {list.toSorted(byUrgency).map((job) => (
              <JobRow key={job.name} job={job} />
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}

/** Those that failed come first, the others in the order of the server. */
const byUrgency = (a: JobStatus, b: JobStatus) => Number(b.state === "failed") - Number(a.state === "failed");

const states: Record<JobStatus["state"], [label: string, tone: BadgeTone]> = {
  never: ["Not run yet", "unknown"],
  running: ["Running", "freemium"],
  interrupted: ["Interrupted", "unknown"],
  failed: ["Failed", "danger"],
  done: ["Done", "free"],
};

function JobRow({ job }: { job: JobStatus }) {
  const { name, title, state, result, step } = job;
  const start = useCall(() => runJob(name), {
    done: () => ({ title: "Job started", description: title }),
    changed: jobsChanged,
    failure: "Couldn't start the job",
  });
  const [label, tone] = states[state];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3" aria-label={title}>
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium text-[0.9375rem]">{title}</span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        {state === "running" && step ? (
          <p role="status" className="text-[0.8125rem] text-muted tabular-nums">
            {step}
          </p>
        ) : null}
        {result && state !== "running" ? (
          <p className="text-[0.8125rem] text-muted wrap-anywhere">{sentence(result)}</p>
        ) : null}
        <p className="text-[0.8125rem] text-dim tabular-nums">{timesOf(job)}</p>
      </div>
      <Button
        size="small"
        aria-label={`Run now: ${title}`}
        disabled={start.isPending || state === "running"}
        onClick={() => start.mutate()}
      >
        Run now
      </Button>
    </li>
  );
}

/** A result of the server with a capital and a full stop. */
export const sentence = (text: string) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.…]$/.test(text) ? "" : "."}`;

/** "Every hour · last run Nov 30, 2026, 2:45 PM, took 2 seconds · next Nov 30, 2026, 3:45 PM" */
function timesOf({ everySeconds, startedAt, endedAt, nextAt }: JobStatus): string {
  const times = [everySeconds === 0 ? "Runs only when you start it" : `Every ${spanOf(everySeconds)}`];
  if (isSet(startedAt)) {
    const took = isSet(endedAt) ? Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000) : 0;
    times.push(`last run ${momentOf(startedAt)}${took > 0 ? `, took ${spanOf(took)}` : ""}`);
  }
  if (isSet(nextAt)) times.push(`next ${momentOf(nextAt)}`);
  return times.join(" · ");
}

const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A span in its largest whole unit: "2 hours", "minute" for one. */
export function spanOf(seconds: number): string {
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? units[3];
  const count = Math.round(seconds / length);
  return count === 1 ? unit : `${count} ${unit}s`;
}
