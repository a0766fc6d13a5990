import { act } from "@testing-library/react";
import { onTestFinished } from "vitest";
import type { Category } from "../../api/products";
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
