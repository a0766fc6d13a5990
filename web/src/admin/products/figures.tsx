import { IconChevronRight } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { parts, screens } from "../../admin-features";
import { read } from "../../api/client";
import { queueQuery } from "../../api/queue";
import type { LastBackup, ProductCounts, VisitDay } from "../../api/schema.gen";
import { visitsQuery } from "../../api/visits";
import { agoOf } from "../../kit/admin/days";
import { useMay } from "../../kit/admin/may";
import { AdminLink } from "../../kit/admin/screen";
import { formatCount } from "../../kit/count";
import { Skeleton } from "../../kit/skeleton";

/** How the last scheduled backup ended. */
const lastBackupQuery = () => read("/api/admin/backup", {});

/** How many days the clicks are of; they are compared with as many before. */
const days = 30;

/** The style of what a figure offers to do. */
const cure = "text-brass underline underline-offset-3";

/** What an administrator asks first, in four figures that link to more. */
export function Figures({ counts }: { counts: ProductCounts | undefined }) {
  const clicks = useQuery(visitsQuery(2 * days));
  const queue = useInfiniteQuery(queueQuery("pending"));
  const may = useMay();
  const missing = counts?.missingLogo;
  const { count, trend } = clicksOf(clicks.data?.days ?? []);
  return (
    <ul
      className={`mb-8 grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-hairline bg-hairline ${may.read("settings") ? "md:grid-cols-4" : "max-md:*:last:col-span-2 md:grid-cols-3"}`}
    >
      <Figure label={`Clicks, ${days} days`} to="/admin/traffic" query={clicks} note={<Trend percent={trend} />}>
        {formatCount(count)}
      </Figure>
      <Figure label="Submissions" to="/admin/queue" query={queue} note="waiting">
        {formatCount(queue.data?.pages[0]?.counts.pending ?? 0)}
      </Figure>
      <Figure
        label="Missing logos"
        to="/admin/logos"
        query={{ data: counts, isError: false }}
        note={
          <>
            of {formatCount(counts?.all ?? 0)}
            {missing ? (
              <>
                {" "}
                <span className={`ml-2.5 ${cure}`}>Find logos</span>
              </>
            ) : null}
          </>
        }
      >
        {formatCount(missing ?? 0)}
      </Figure>
      {may.read("settings") ? <BackupFigure /> : null}
    </ul>
  );
}

/** When the site was last backed up, and copied. */
function BackupFigure() {
  const backup = useQuery(lastBackupQuery());
  const synced = parts.sync?.useLastSync();
  return (
    <Figure
      label="Last backup"
      to="/admin/jobs"
      query={backup}
      note={
        <>
          {synced ? `Synced ${agoOf(synced, Date.now())}` : null}
          {backup.data?.status === "off" ? <span className={`not-first:ml-2.5 ${cure}`}>Set up backups</span> : null}
        </>
      }
    >
      {backup.data ? backupWords(backup.data, Date.now()) : null}
    </Figure>
  );
}

/** Returns the clicks of the last days, and by how many percent they are more than those of as many days before. */
export function clicksOf(all: readonly VisitDay[]): { count: number; trend: number | undefined } {
  const sum = (part: readonly VisitDay[]) => part.reduce((sum, { clicks }) => sum + clicks, 0);
  const count = sum(all.slice(-days));
  const before = sum(all.slice(0, -days));
  return { count, trend: before > 0 ? Math.round((count / before - 1) * 100) : undefined };
}

function Trend({ percent }: { percent: number | undefined }) {
  if (percent === undefined) return null;
  const sign = percent > 0 ? "+" : percent < 0 ? "−" : "±";
  return (
    <span className={percent > 0 ? "text-free" : undefined}>
      {sign}
      {formatCount(Math.abs(percent))}% <span className="sr-only">compared with the {days} days before</span>
    </span>
  );
}

/** Returns how the last backup ended, and when, in a few words. */
export function backupWords({ status, endedAt }: LastBackup, now: number): string {
  if (status === "done") return agoOf(endedAt, now);
  return { off: "None", pending: "Due soon", running: "Running", failed: `Failed ${agoOf(endedAt, now)}` }[status];
}

interface FigureProps {
  label: string;
  /** The screen that it links to, if there is one. */
  to: string;
  query: { data: unknown; isError: boolean };
  note?: ReactNode;
  children: ReactNode;
}

function Figure({ label, to, query: { data, isError }, note, children }: FigureProps) {
  const content = (
    <>
      <span className="block pr-5 text-[0.8125rem] text-muted">{label}</span>{" "}
      <span className="flex flex-wrap items-baseline gap-x-2.5 tabular-nums">
        <span className="font-display text-[2.125rem]/10">
          {data === undefined ? isError ? "–" : <Skeleton className="inline-block h-6 w-16" /> : children}
        </span>{" "}
        {data === undefined ? null : <span className="text-[0.8125rem] text-dim">{note}</span>}
      </span>
    </>
  );
  const cell = "relative block h-full bg-raised px-4 py-4 lg:px-5";
  if (!screens.some(({ path }) => path === to)) return <li className={cell}>{content}</li>;
  return (
    <li>
      <AdminLink href={to} className={`${cell} hover:bg-raised-2 focus-visible:-outline-offset-2`}>
        {content}
        <IconChevronRight size={16} aria-hidden="true" className="absolute top-4.5 right-3.5 text-dim" />
      </AdminLink>
    </li>
  );
}
