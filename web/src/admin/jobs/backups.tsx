import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { JobStatus, StoredBackup } from "../../api/schema.gen";
import { NothingYet } from "../../kit/admin/card";
import { useConfirmation } from "../../kit/admin/confirmation";
import { agoOf, momentOf } from "../../kit/admin/days";
import { Loaded, LoadingRows } from "../../kit/admin/list";
import { useCall } from "../../kit/admin/question";
import { GuideLink } from "../../kit/admin/screen";
import { panelRows } from "../../kit/admin/styles";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { formatCount } from "../../kit/count";
import { backupsQuery, jobsChanged, linkBackup, runJob, verifyBackup } from "./api";

const backupJob = "backup";
const verifyJob = "verify-backup";

const kinds: Record<StoredBackup["kind"], string> = {
  backup: "",
  "before-upgrade": "Before an upgrade",
  "before-sync": "Before a sync",
  "before-import": "Before an import",
};

type Confirmed = ReturnType<typeof useConfirmation>["confirmed"];

/** The backups that are stored, the newest first, and the button that makes one. */
export function Backups({ jobs }: { jobs: JobStatus[] }) {
  const backups = useQuery(backupsQuery());
  const { confirmed, question } = useConfirmation();
  const running = jobs.find(({ name, state }) => state === "running" && (name === backupJob || name === verifyJob));
  useRefetchAfter(running?.name === backupJob, backups.refetch);
  const start = useCall(() => runJob(backupJob), {
    done: () => ({ title: "Backup started" }),
    changed: jobsChanged,
    failure: "Couldn't start the backup",
  });
  return (
    <section aria-labelledby="backups" className="mt-6">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="backups" className="mr-auto font-display text-2xl">
          Backups
        </h2>
        <p role="status" className="text-[0.8125rem] text-muted tabular-nums">
          {running ? running.step || "Starting..." : ""}
        </p>
        <Button tone="brass" disabled={start.isPending || running !== undefined} onClick={() => start.mutate()}>
          Back up now
        </Button>
      </div>
      <Loaded
        query={backups}
        failure="Couldn't load the backups"
        loading={<LoadingRows what="the backups" className="" />}
      >
        {(list) =>
          list.length > 0 ? (
            <ul className={panelRows} aria-label="Backups">
              {list.map((backup) => (
                <BackupRow key={backup.name} backup={backup} isBusy={running !== undefined} confirmed={confirmed} />
              ))}
            </ul>
          ) : (
            <NothingYet>No backups yet.</NothingYet>
          )
        }
      </Loaded>
      {jobs.some(({ name, everySeconds }) => name === backupJob && everySeconds === 0) ? (
        <p className="mt-3 text-[0.8125rem] text-muted">
          Backups aren't scheduled.{" "}
          <GuideLink page="backups" className="underline underline-offset-4">
            Set up a schedule
          </GuideLink>
        </p>
      ) : null}
      {question}
    </section>
  );
}

/** Reads again once what was going on has ended. */
function useRefetchAfter(isRunning: boolean, refetch: () => unknown) {
  const was = useRef(isRunning);
  useEffect(() => {
    if (was.current && !isRunning) void refetch();
    was.current = isRunning;
  }, [isRunning, refetch]);
}

interface BackupRowProps {
  backup: StoredBackup;
  /** Whether one is being made or verified. */
  isBusy: boolean;
  confirmed: Confirmed;
}

function BackupRow({ backup: { name, kind, madeAt, size, isEncrypted }, isBusy, confirmed }: BackupRowProps) {
  const made = momentOf(madeAt);
  const verify = useCall(() => verifyBackup(name), {
    done: () => ({ title: "Verifying the backup", description: "The job “Verify a backup” shows the result." }),
    changed: jobsChanged,
    failure: "Couldn't verify the backup",
  });
  const download = useCall(() => confirmed(() => linkBackup(name)), {
    done: ({ url }) => {
      location.assign(url);
      return { title: "Download started", description: name };
    },
    changed: () => undefined,
    failure: "Couldn't download the backup",
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3" aria-label={made}>
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <time dateTime={madeAt} className="font-medium text-[0.9375rem] tabular-nums">
            {made}
          </time>
          {kinds[kind] ? <Badge>{kinds[kind]}</Badge> : null}
          {isEncrypted ? <Badge>Encrypted</Badge> : null}
        </p>
        <p className="text-[0.8125rem] text-dim tabular-nums wrap-anywhere">
          {agoOf(madeAt, Date.now())} · {formatSize(size)} · {name}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          tone="bare"
          aria-label={`Verify the backup of ${made}`}
          disabled={isBusy || verify.isPending}
          onClick={() => verify.mutate()}
        >
          Verify
        </Button>
        <Button
          size="small"
          aria-label={`Download the backup of ${made}`}
          disabled={download.isPending}
          onClick={() => download.mutate()}
        >
          Download
        </Button>
      </div>
    </li>
  );
}

/** "0.4 MB", "1,234 MB" */
const formatSize = (bytes: number) =>
  `${bytes < 1e7 ? (Math.ceil(bytes / 1e5) / 10).toString() : formatCount(Math.round(bytes / 1e6))} MB`;
