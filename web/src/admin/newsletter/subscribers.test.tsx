import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectLoading } from "../../testing/loading";
import { never } from "../../testing/newsletter";
import { present } from "../../testing/page";
import { busy, done } from "../../testing/server";
import {
  subscribersCall as address,
  openReaders as open,
  pageOf as page,
  sampleSubscriber as subscriber,
  subscribersTab as tab,
  withoutAccounts,
} from "../../testing/subscribers";

const listed = (query = "search=&filter=all") => `${address}?${query}`;

const row = (email: string) => screen.findByRole("listitem", { name: email });
const names = () => screen.getAllByRole("listitem").map((item) => item.getAttribute("aria-label"));

describe("the subscribers", () => {
  it("are the only people where visitors can't sign up", async () => {
    const { server } = open({ "GET /api/auth/me": withoutAccounts }, "/admin/readers");
    await row("s1@example.com");
    expect(screen.queryByRole("tab")).toBeNull();
    expect(server.calls.some(({ call }) => call.startsWith("GET /api/admin/users"))).toBe(false);
  });

  it("are shown with what they get, as text", async () => {
    open({
      [address]: page([
        subscriber(1, { email: "<b>ann</b>@example.com", topics: [2, 1, 99], cadence: "monthly", failures: 2 }),
        subscriber(2, { status: "unconfirmed" }),
        subscriber(3, { status: "unsubscribed" }),
        subscriber(4, { status: "refused", failures: 3, topics: [99] }),
      ]),
    });
    expect(await row("<b>ann</b>@example.com")).toHaveTextContent(
      "<b>ann</b>@example.com2 failuresTopics Music, AudioCadence MonthlySince Jan 2, 2026",
    );
    expect(await row("s2@example.com")).toHaveTextContent("s2@example.comUnconfirmedTopics All topicsCadence Weekly");
    expect(await row("s3@example.com")).toHaveTextContent("Unsubscribed");
    expect(await row("s4@example.com")).toHaveTextContent("s4@example.comRefusedTopics All topics");
  });

  it("have details: what they agreed to, and when", async () => {
    const { user } = open({
      [address]: page([
        subscriber(1, { failures: 3, status: "refused", unsubscribedAt: "2026-02-04T12:00:00Z" }),
        subscriber(2, { status: "unconfirmed", confirmedAt: never }),
      ]),
    });
    const button = await screen.findByRole("button", { name: "Details s1@example.com" });
    expect(button).toHaveAttribute("aria-expanded", "false");
    await user.click(button);
    expect(button).toHaveAttribute("aria-expanded", "true");
    expect(document.getElementById(button.getAttribute("aria-controls") ?? "")).toHaveTextContent(
      "Agreed onJan 2, 2026Consent2026-11: One email a week.ConfirmedJan 3, 2026UnsubscribedFeb 4, 2026Delivery3 emails refused in a row. They get no more emails.",
    );
    await user.click(screen.getByRole("button", { name: "Details s2@example.com" }));
    expect(await row("s2@example.com")).toHaveTextContent("ConfirmedNot yetDeliveryNo failures");
    await user.click(button);
    expect(screen.queryByText(/They get no more emails/)).toBeNull();
  });

  it("are searched and filtered by the server, and the filters are in the URL", async () => {
    const counts = { all: 9, confirmed: 5, unconfirmed: 4, unsubscribed: 0, refused: 0 };
    const { user } = open({
      [listed("search=ann&filter=all")]: page([subscriber(3)]),
      [listed("search=ann&filter=all&topic=2")]: page([subscriber(4)], { counts }),
      [listed("search=ann&filter=unconfirmed&topic=2")]: page([subscriber(5)], { counts }),
    });
    await row("s1@example.com");
    await user.type(screen.getByRole("searchbox", { name: "Search subscribers" }), "ann");
    await row("s3@example.com");
    await user.selectOptions(screen.getByRole("combobox", { name: "Topic" }), "Music");
    await row("s4@example.com");
    await user.click(screen.getByRole("button", { name: /^Unconfirmed.*4$/ }));
    await row("s5@example.com");
    expect(screen.getByText("4 subscribers found")).toBeInTheDocument();
    await waitFor(() => expect(present()).toBe("/admin/readers?search=ann&filter=unconfirmed&topic=2&tab=subscribers"));
  });

  it("are filtered as the URL says", async () => {
    open({ [listed("search=&filter=refused&topic=3")]: page([subscriber(7)]) }, `${tab}&filter=refused&topic=3`);
    await row("s7@example.com");
    expect(screen.getByRole("combobox", { name: "Topic" })).toHaveValue("3");
    expect(screen.getByRole("button", { name: /^Refused/, pressed: true })).toBeVisible();
  });

  it.each([
    ["", "No subscribers yet"],
    ["&filter=confirmed", "No confirmed subscribers"],
    ["&filter=refused", "No refused subscribers"],
    ["&search=x&filter=refused", "No subscribers match"],
    ["&topic=2", "No subscribers match"],
  ])("explain an empty list: %s", async (query, title) => {
    const { server, user } = open({ [address]: page([]) }, tab + query);
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
    if (query === "") return;
    server.replies[listed()] = page([subscriber(1)]);
    await user.click(screen.getByRole("button", { name: /^(Show all|Clear search and filters)$/ }));
    await row("s1@example.com");
    await waitFor(() => expect(present()).toBe(tab));
  });

  it("show a skeleton, then why they could not be loaded, with a retry button", async () => {
    await expectLoading(open, address, {
      loading: "Loading subscribers",
      failed: "Couldn't load subscribersThe site is busy.",
      reply: page([subscriber(1)]),
    });
    await row("s1@example.com");
  });

  it("are appended page by page, also after one has failed", async () => {
    const { server, user } = open({
      [address]: busy,
      [listed()]: page([subscriber(9)], { next: 9 }),
    });
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Couldn't load more subscribers.");
    server.replies[listed("search=&filter=all&after=9")] = page([subscriber(3)]);
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await waitFor(() => expect(names()).toEqual(["s9@example.com", "s3@example.com"]));
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  it("are exported as a file", async () => {
    open();
    const link = await screen.findByRole("link", { name: "Export CSV" });
    expect(link).toHaveAttribute("href", "/api/admin/subscribers/export");
    expect(link).toHaveAttribute("download");
  });

  it("are removed after a question that says what goes, and it shows when that has failed", async () => {
    const { server, user } = open({
      [address]: page([subscriber(2, { status: "unsubscribed" }), subscriber(1)]),
      "DELETE /api/admin/subscribers/2": busy,
    });
    await user.click(await screen.findByRole("button", { name: "Remove s1@example.com" }));
    const question = () => screen.getByRole("alertdialog", { name: "Remove this subscriber?" });
    expect(question()).toHaveTextContent(
      "s1@example.comThe address, its topics, the proof of consent and emails that wait to be sent are deleted for good. They can subscribe again.",
    );
    await user.click(within(question()).getByRole("button", { name: "Cancel" }));
    await user.click(screen.getByRole("button", { name: "Remove s2@example.com" }));
    expect(question()).toHaveTextContent("The site forgets that they left: a later import can add them again.");
    await user.click(within(question()).getByRole("button", { name: "Remove" }));
    expect(await within(question()).findByRole("alert")).toHaveTextContent("The site is busy.");
    server.replies["DELETE /api/admin/subscribers/2"] = done;
    server.replies[address] = page([subscriber(1)]);
    await user.click(within(question()).getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("Subscriber removed")).toBeVisible();
    await waitFor(() => expect(names()).toEqual(["s1@example.com"]));
    expect(server.sent("GET /api/admin/reader-numbers")).toHaveLength(2);
  });
});
