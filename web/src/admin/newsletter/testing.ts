import type { Draft, DraftItem, IssueReport } from "../../api/schema.gen";
import type { SectionKind } from "./api";

/** A tool of an issue. */
export function sampleItem(id: number, section: SectionKind = "new", name = `Tool ${id}`): DraftItem {
  const product = { id, slug: `tool-${id}`, name, description: `Does ${id}.`, image: "", categories: [] };
  return { section, product: { ...product, type: "Free", hasDeal: false, hasAffiliateLink: false, booking: 0 } };
}

export const sampleDraft = (overrides: Partial<Draft> = {}): Draft => ({
  cadence: "weekly",
  isStored: false,
  number: 7,
  subject: "New this week",
  intro: "",
  items: [sampleItem(1), sampleItem(2), sampleItem(3, "featured")],
  since: "2026-11-18T12:00:00Z",
  recipients: 1234,
  ...overrides,
});

/** What the form of the sample draft sends. */
export const sampleInput = {
  subject: "New this week",
  intro: "",
  items: itemsOf(["new", 1], ["new", 2], ["featured", 3]),
};

export function itemsOf(...items: [section: SectionKind, productId: number][]) {
  return items.map(([section, productId]) => ({ section, productId }));
}

/** The API's time that has not been set. */
export const never = "0001-01-01T00:00:00Z";

export const sampleReport = (overrides: Partial<IssueReport> = {}): IssueReport => ({
  number: 6,
  cadence: "weekly",
  status: "sent",
  subject: "New last week",
  scheduledAt: never,
  zone: "",
  startedAt: "2026-11-18T12:00:00Z",
  finishedAt: "2026-11-18T12:02:00Z",
  recipients: 1200,
  delivered: 1190,
  refused: 3,
  unsure: 2,
  skipped: 5,
  waiting: 0,
  unsubscribed: 4,
  clicks: 321,
  perSecond: 0,
  ...overrides,
});
