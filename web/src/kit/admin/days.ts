import type { AuditEntry } from "../../api/schema.gen";

interface Day {
  day: string;
  entries: AuditEntry[];
}

const date = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const time = new Intl.DateTimeFormat("en-US", { timeStyle: "short" });
const both = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** Groups entries by day in the user's time zone. */
export function daysOf(entries: AuditEntry[], now: Date): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const day = dayWord(new Date(entry.at), now);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

function dayWord(at: Date, now: Date): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  const word = date.format(at);
  if (word === date.format(now)) return "Today";
  return word === date.format(yesterday) ? "Yesterday" : word;
}

/** The time of day, as "2:45 PM". */
export const timeOf = (at: string | number) => time.format(new Date(at));

/** The date and time, as "Nov 27, 2026, 2:45 PM". */
export const momentOf = (at: string) => both.format(new Date(at));

/** The date, as "Nov 27, 2026". */
export const dayOf = (at: string) => date.format(new Date(at));

/** Reports whether this time has been set: the API has one of the year 1 otherwise. */
export const isSet = (at: string) => Date.parse(at) > 0;

/** A time of the API as people read it; another text stays as it is. */
export function shownTime(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return text;
  return isSet(text) ? momentOf(text) : "";
}

const dayLength = 24 * 60 * 60 * 1000;

/** Returns how many of these days are left since a time, rounded up. */
export const daysLeft = (from: string, days: number, now: number) =>
  Math.max(0, Math.ceil((Date.parse(from) + days * dayLength - now) / dayLength));

/** How long ago a time was: "just now", "5 min ago", "2 h ago", "3 days ago". */
export function agoOf(at: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(at)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}
