import type { QueryClient } from "@tanstack/react-query";
import { read } from "../../api/client";
import { answered, client } from "../../api/openapi-client";
import type { JobStatus } from "../../api/schema.gen";

/** How often the jobs are read again, in milliseconds: while one is running, and otherwise. */
const pollInterval = { running: 1000, idle: 30_000 };

export const jobsQuery = () => ({
  ...read("/api/admin/jobs", {}),
  gcTime: 0,
  refetchInterval: ({ state }: { state: { data?: JobStatus[] | undefined } }) =>
    state.data?.some(({ state }) => state === "running") ? pollInterval.running : pollInterval.idle,
});

export const backupsQuery = () => ({ ...read("/api/admin/backups", {}), gcTime: 0 });

export const runJob = (job: string) => client.POST("/api/admin/jobs/{job}/run", { params: { path: { job } } });

export const verifyBackup = (backup: string) =>
  client.POST("/api/admin/backups/{backup}/verify", { params: { path: { backup } } });

/** Returns a link that downloads a backup, for a minute and in this session. */
export const linkBackup = (backup: string) =>
  answered(client.POST("/api/admin/backups/{backup}/link", { params: { path: { backup } } }));

/** Reads the jobs again after one was started. */
export const jobsChanged = (queries: QueryClient) => queries.invalidateQueries(jobsQuery());
