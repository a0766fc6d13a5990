import { onTestFinished } from "vitest";
import type { Category } from "../api/products";
import { forgetAll, openWithAccounts, setSession } from "./account-page";
import { sampleCategories, sampleSite } from "./samples";
import type { Reply } from "./server";

export const sampleSubscription = {
  email: "ann@example.com",
  status: "confirmed",
  topics: [] as number[],
  cadence: "weekly",
};

/** Opens a page of a site with a newsletter. */
export function openWithNewsletter(
  address: string,
  replies: Record<string, Reply> = {},
  { isSignedIn = false, categories = sampleCategories }: { isSignedIn?: boolean; categories?: Category[] } = {},
) {
  onTestFinished(forgetAll);
  if (isSignedIn) setSession();
  return openWithAccounts(address, {
    "GET /api/site": sampleSite({ accounts: true, newsletter: true, categories }),
    "GET /api/newsletter/issues": [],
    ...replies,
  });
}
