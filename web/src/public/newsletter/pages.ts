import { issueQuery, issuesQuery } from "../../api/issues";
import { type Feature, lazyRoute, type Route, titleOf } from "../../route";
import { FooterForm } from "./email-form";

export const newsletterFeature: Feature = {
  pages: newsletterPages,
  footer: [FooterForm],
};

function newsletterPages(): Route[] {
  return [
    lazyRoute(
      "/newsletter",
      async () => (await import("./screens")).Newsletter,
      "Newsletter",
      () => [issuesQuery()],
    ),
    lazyRoute("/newsletter/confirm", async () => (await import("./screens")).Confirm, "Confirm your subscription"),
    lazyRoute("/newsletter/settings", async () => (await import("./screens")).Settings, "Newsletter settings"),
    lazyRoute(
      "/newsletter/archive",
      async () => (await import("./archive")).Archive,
      "Past newsletter issues",
      () => [issuesQuery()],
    ),
    lazyRoute(
      "/newsletter/archive/:number",
      async () => (await import("./issue")).IssueScreen,
      ({ params: { number = "" } }, siteName, client) =>
        titleOf(client.getQueryState(issueQuery(number).queryKey), ({ subject }) => subject, "Issue", siteName),
      ({ params: { number = "" } }) => [issueQuery(number)],
    ),
  ].map((route) => ({ ...route, needs: "newsletter" }));
}
