import type { IssueReport } from "../../api/schema.gen";
import type { BadgeTone } from "../../kit/badge";
import { countOf, formatCount } from "../../kit/count";

/** The word and the color of each status. */
export const statuses: Record<IssueReport["status"], { word: string; tone: BadgeTone }> = {
  scheduled: { word: "Scheduled", tone: "freemium" },
  sending: { word: "Sending", tone: "featured" },
  paused: { word: "Paused", tone: "premium" },
  stopped: { word: "Stopped", tone: "danger" },
  sent: { word: "Sent", tone: "free" },
};

/** Reports whether something can still be done with an issue. */
export const isOpen = ({ status }: IssueReport) =>
  status === "scheduled" || status === "sending" || status === "paused";

/** The emails of an issue that are finished, however. */
export const doneOf = ({ recipients, waiting }: IssueReport) => Math.max(0, recipients - waiting);

/** Describes the progress of an issue: "340 of 1,234 · 9.8 a second · about 2 minutes left". */
export function progressOf(report: IssueReport): string {
  const { status, recipients, waiting, perSecond, refused } = report;
  const parts = [`${formatCount(doneOf(report))} of ${formatCount(recipients)}`];
  if (status === "sending" && perSecond > 0) {
    parts.push(`${Number(perSecond.toFixed(1))} a second`, `${durationOf(waiting / perSecond)} left`);
  }
  if (refused > 0) parts.push(`${formatCount(refused)} refused`);
  return parts.join(" · ");
}

function durationOf(seconds: number): string {
  if (seconds < 60) return "less than a minute";
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `about ${countOf(minutes, "minute")}` : `about ${countOf(Math.round(minutes / 60), "hour")}`;
}

/** A moment in the zone in which it was chosen, which the browser may not know, or in the browser's. */
export function momentIn(at: string, zone: string): string {
  const style = { dateStyle: "medium", timeStyle: "short" } as const;
  try {
    return new Intl.DateTimeFormat("en-US", { ...style, ...(zone ? { timeZone: zone } : {}) }).format(new Date(at));
  } catch {
    return new Intl.DateTimeFormat("en-US", style).format(new Date(at));
  }
}

/** How often the issues are read again while one is being sent, in milliseconds. */
const pollInterval = 2000;

/** How many times at most: three hours. After that a button does so. */
const maxPolls = 5400;

/** How many may fail. */
const maxFailures = 50;

/** The longest wait for a scheduled issue to begin, in milliseconds. */
const maxWait = 60_000;

/** Returns in how many milliseconds the issues are read again, or false. */
export function nextPoll(reports: IssueReport[] | undefined, polls: number, failures: number, now: number) {
  if (!reports || polls >= maxPolls || failures >= maxFailures) return false;
  if (reports.some(({ status }) => status === "sending")) return pollInterval;
  const due = reports.flatMap(({ status, scheduledAt }) => (status === "scheduled" ? [Date.parse(scheduledAt)] : []));
  return due.length === 0 ? false : Math.min(maxWait, Math.max(pollInterval, Math.min(...due) - now));
}

/** All time zones that the browser knows, with its own, which is the default. */
export function zones() {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { own, all: [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", own])].sort() };
}
