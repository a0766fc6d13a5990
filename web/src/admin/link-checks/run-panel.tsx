import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { sentenceOf } from "../../api/fault";
import type { LinkRun } from "../../api/schema.gen";
import { FailedLine } from "../../kit/admin/list";
import { MayChange } from "../../kit/admin/may";
import { panel, progressBar } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { Day } from "../../kit/day";
import { Skeleton } from "../../kit/skeleton";
import { toastError } from "../../kit/toast";
import { changeLinkRun, linkRunQuery, type RunAction } from "./api";

/** How far the check of links is, and the buttons that start, pause and resume it. */
export function RunPanel() {
  const query = useQuery(linkRunQuery());
  const { data, error, refetch } = query;
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: changeLinkRun,
    onSuccess: (run) => queries.setQueryData(linkRunQuery().queryKey, run),
    onError: (failure, action) => {
      toastError(titles[action], sentenceOf(failure, "Failed to connect to server"));
      void refetch();
    },
  });
  if (!data)
    return error ? <FailedLine what="the link checks" query={query} /> : <Skeleton className="h-18 rounded-xl" />;
  const { status, due, pending } = data;
  const button = (action: RunAction, label: string) => (
    <Button disabled={change.isPending} onClick={() => change.mutate(action)}>
      {label}
    </Button>
  );
  return (
    <section aria-label="Link checks" className={`${panel} px-4 py-3.5 sm:px-5`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="min-w-0 flex-[1_1_16rem] text-sm tabular-nums">
          <Status run={data} />
        </p>
        <MayChange area="catalog">
          {status === "idle" ? button("start", "Check now") : null}
          {status === "paused" ? button("resume", "Resume") : button("pause", "Pause")}
        </MayChange>
      </div>
      {status !== "idle" && pending > 0 ? (
        <progress
          className={`${progressBar} mt-3`}
          aria-label="Websites checked"
          max={Math.max(due, pending)}
          value={Math.max(0, due - pending)}
        />
      ) : null}
    </section>
  );
}

const titles: Record<RunAction, string> = {
  start: "Couldn't start the check",
  pause: "Couldn't pause the checks",
  resume: "Couldn't resume the checks",
};

/** What the API has for a time that is not set. */
const never = "0001-01-01T00:00:00Z";

function Status({ run: { status, due, pending, endedAt, counts } }: { run: LinkRun }) {
  const progress = `${formatCount(Math.max(0, due - pending))} of ${countOf(Math.max(due, pending), "website")} checked`;
  if (status === "running") return `${progress}.`;
  if (status === "paused")
    return pending > 0 ? `Paused: ${progress}.` : "Paused. No website is checked until you resume.";
  const unchecked = counts.unchecked > 0 ? ` ${countOf(counts.unchecked, "website")} not checked yet.` : "";
  if (endedAt === never) return `Checks start within an hour.${unchecked}`;
  return (
    <>
      Last check finished <Day at={endedAt} />.{unchecked}
    </>
  );
}
