import type { ReaderNumbers, Subscriber, SubscriberPage } from "../api/readers";
import { openAdmin } from "./admin-page";
import { never } from "./newsletter";
import { sampleSite } from "./samples";
import { administrator, type Reply } from "./server";

/** A confirmed subscriber. */
export const sampleSubscriber = (id: number, overrides: Partial<Subscriber> = {}): Subscriber => ({
  id,
  email: `s${id}@example.com`,
  status: "confirmed",
  subscribedAt: "2026-01-02T12:00:00Z",
  confirmedAt: "2026-01-03T12:00:00Z",
  unsubscribedAt: never,
  topics: [],
  cadence: "weekly",
  consentAt: "2026-01-02T12:00:00Z",
  consent: "2026-11: One email a week.",
  failures: 0,
  ...overrides,
});

/** A page of the list. */
export const pageOf = (subscribers: Subscriber[], overrides: Partial<SubscriberPage> = {}): SubscriberPage => ({
  subscribers,
  counts: { all: subscribers.length, confirmed: subscribers.length, unconfirmed: 0, unsubscribed: 0, refused: 0 },
  next: 0,
  ...overrides,
});

/** The Monday of a week. */
const week = (at: number) => new Date(Date.UTC(2026, 10, 23 - 7 * (25 - at))).toISOString().slice(0, 10);
/** The numbers of 26 weeks, with these of the last. */
export const sampleNumbers = (last: Partial<ReaderNumbers["weeks"][0]> = {}): ReaderNumbers => ({
  weeks: Array.from({ length: 26 }, (_, at) => ({
    ...{ week: week(at), signUps: 0, confirmed: 0, unsubscribed: 0 },
    ...(at === 25 ? last : {}),
  })),
  users: 1200,
  weekly: 30,
  monthly: 4,
});

/** What a site without accounts answers to an administrator. */
export const withoutAccounts = { user: administrator, expires: "2026-11-22T12:00:00Z", accounts: false };

/** The call that lists subscribers. */
export const subscribersCall = "GET /api/admin/subscribers";
export const subscribersTab = "/admin/readers?tab=subscribers";

/** Opens the readers on a site with a newsletter and two subscribers. */
export function openReaders(replies: Record<string, Reply> = {}, at = subscribersTab) {
  return openAdmin(at, {
    "GET /api/site": sampleSite({ newsletter: true }),
    "GET /api/admin/users": { readers: [], counts: { all: 0, unverified: 0, disabled: 0 }, next: "" },
    "GET /api/admin/reader-numbers": sampleNumbers(),
    [subscribersCall]: pageOf([sampleSubscriber(2), sampleSubscriber(1)]),
    ...replies,
  });
}
