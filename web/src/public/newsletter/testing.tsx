import { act } from "@testing-library/react";
import { onTestFinished } from "vitest";
import type { Category, Issue, IssueProduct, IssueSummary } from "../../api/schema.gen";
import { forgetSession } from "../../kit/session-flag";
import { openPage } from "../../testing/page";
import { sampleCategories, sampleSite } from "../../testing/samples";
import { type Reply, stubServer } from "../../testing/server";

export const sampleSubscription = {
  email: "ann@example.com",
  status: "confirmed",
  topics: [] as number[],
  cadence: "weekly",
};

/** Opens a page of a site with a newsletter and accounts. */
export function openWithNewsletter(
  address: string,
  replies: Record<string, Reply> = {},
  categories: Category[] = sampleCategories,
) {
  onTestFinished(() => act(forgetSession));
  const server = stubServer({
    "GET /api/site": sampleSite({ accounts: true, newsletter: true, categories }),
    "GET /api/newsletter/issues": [],
    ...replies,
  });
  return { server, sent: server.sent, ...openPage(address) };
}

export function sampleIssue(overrides: Partial<Issue> = {}): Issue {
  const product = (id: number, name: string): IssueProduct => ({
    id,
    slug: name.toLowerCase(),
    name,
    description: `What ${name} does.`,
    image: "",
    categories: [{ id: 3, name: "Video" }],
    type: "Free",
    hasDeal: false,
    hasAffiliateLink: false,
    booking: 0,
  });
  return {
    number: 1,
    cadence: "weekly",
    subject: "Three new AI tools",
    intro: "<p>Hello <strong>all</strong>.</p>",
    sections: [
      { kind: "new", products: [product(1, "Pen"), product(2, "Ink")] },
      { kind: "deals", products: [{ ...product(3, "Brush"), hasDeal: true }] },
    ],
    sentAt: "2026-11-23T08:00:00Z",
    ...overrides,
  };
}

export function sampleIssues(count: number): IssueSummary[] {
  return Array.from({ length: count }, (_, index) => ({
    number: count - index,
    cadence: "weekly",
    subject: `Subject ${count - index}`,
    sentAt: `2026-11-${String(count - index).padStart(2, "0")}T08:00:00Z`,
    products: 12,
  }));
}
