import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ImportResult, Subscriber, SubscriberPage } from "../../api/schema.gen";
import { openAdmin } from "../../testing/admin-page";
import { deferred, expectLoading, present } from "../../testing/page";
import { sampleSite } from "../../testing/samples";
import { busy, done, meOf, type Reply, refusal } from "../../testing/server";
import type { ReaderNumbers } from "./api";
import { never } from "./testing";

/** A confirmed subscriber. */
const subscriber = (id: number, overrides: Partial<Subscriber> = {}): Subscriber => ({
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
const page = (subscribers: Subscriber[], overrides: Partial<SubscriberPage> = {}): SubscriberPage => ({
  subscribers,
  counts: { all: subscribers.length, confirmed: subscribers.length, unconfirmed: 0, unsubscribed: 0, refused: 0 },
  next: 0,
  ...overrides,
});

/** The Monday of a week. */
const week = (at: number) => new Date(Date.UTC(2026, 10, 23 - 7 * (25 - at))).toISOString().slice(0, 10);
/** The numbers of 26 weeks, with these of the last. */
const numbers = (last: Partial<ReaderNumbers["weeks"][0]> = {}): ReaderNumbers => ({
  weeks: Array.from({ length: 26 }, (_, at) => ({
    ...{ week: week(at), signUps: 0, confirmed: 0, unsubscribed: 0 },
    ...(at === 25 ? last : {}),
  })),
  users: 1200,
  weekly: 30,
  monthly: 4,
});

/** What a site without accounts answers to an administrator. */
const withoutAccounts = { ...meOf("owner"), accounts: false };

/** The call that lists subscribers. */
const address = "GET /api/admin/subscribers";
const tab = "/admin/readers?tab=subscribers";

/** Opens the readers on a site with a newsletter and two subscribers. */
function open(replies: Record<string, Reply> = {}, at = tab) {
  return openAdmin(at, {
    "GET /api/site": sampleSite({ newsletter: true }),
    "GET /api/admin/users": { readers: [], counts: { all: 0, unverified: 0, disabled: 0 }, next: "" },
    "GET /api/admin/reader-numbers": numbers(),
    [address]: page([subscriber(2), subscriber(1)]),
    ...replies,
  });
}

const listed = (query = "search=&filter=all") => `${address}?${query}`;

const row = (email: string) => screen.findByRole("listitem", { name: email });
const names = () =>
  within(screen.getByRole("main"))
    .getAllByRole("listitem")
    .map((item) => item.getAttribute("aria-label"));

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
      "s1@example.comThis permanently deletes the email address, its topics, the proof of consent and pending emails. They can subscribe again.",
    );
    await user.click(within(question()).getByRole("button", { name: "Cancel" }));
    await user.click(screen.getByRole("button", { name: "Remove s2@example.com" }));
    expect(question()).toHaveTextContent("Their unsubscribe is deleted too, so a later import can add them again.");
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

describe("the numbers", () => {
  const read = "GET /api/admin/reader-numbers";

  it("are one line that opens to a chart with a table by week", async () => {
    const { user } = open({ [read]: numbers({ signUps: 2, confirmed: 10, unsubscribed: 1 }) });
    await waitFor(() =>
      expect(screen.getByRole("heading", { name: "Numbers" }).parentElement).toHaveTextContent(
        "Numbers34 subscribers · 1,200 users",
      ),
    );
    await user.click(screen.getByRole("heading", { name: "Numbers" }));
    expect(screen.getByText(/30 weekly, 4 monthly/)).toBeVisible();
    expect(await screen.findByRole("img")).toHaveAccessibleName(
      "Audience, last 26 weeks: 10 subscriptions, 2 sign-ups, 1 unsubscribed",
    );
    const last = screen.getByText("Week of Nov 23, 2026: 10 subscriptions, 2 sign-ups, 1 unsubscribed").parentElement;
    expect(last?.querySelector("[data-series=confirmed]")).toHaveAttribute("height", "100");
    expect(last?.querySelector("[data-series=signUps]")).toHaveAttribute("height", "20");
    await user.click(screen.getByText("Show numbers"));
    const rows = within(screen.getByRole("region", { name: "Audience, by week" })).getAllByRole("row");
    expect(rows).toHaveLength(27);
    expect(rows[0]).toHaveTextContent("WeekSubscribedSigned upLeft");
    expect(rows[1]).toHaveTextContent("Nov 23, 20261021");
  });

  it("have no sign-ups where visitors can't sign up", async () => {
    const { user } = open({ "GET /api/auth/me": withoutAccounts, [read]: numbers({ signUps: 2, confirmed: 1 }) });
    await screen.findByText("34");
    expect(screen.queryByText(/users/)).toBeNull();
    await user.click(screen.getByRole("heading", { name: "Numbers" }));
    expect(await screen.findByRole("img")).toHaveAccessibleName(/: 1 subscription, 0 unsubscribed$/);
  });

  it("say that nothing happened, and why they could not be loaded", async () => {
    const { server, user } = open({ [read]: busy });
    expect(await screen.findByText("Couldn't load the numbers: The site is busy.")).toBeVisible();
    server.replies[read] = numbers();
    await user.click(screen.getByRole("button", { name: "Try again to load the numbers" }));
    await user.click(await screen.findByRole("heading", { name: "Numbers" }));
    expect(await screen.findByText(/^No sign-ups or unsubscribes/)).toBeVisible();
    expect(screen.queryByRole("img")).toBeNull();
  });
});

describe("an import", () => {
  const call = "POST /api/admin/subscribers/import";
  const result = (overrides: Partial<ImportResult> = {}): ImportResult => ({
    ...{ added: 12, known: 3, unsubscribed: 1, left: 0, invalid: [] },
    ...overrides,
  });
  const proof = () => screen.getByRole("textbox", { name: "How and when did they agree?" });
  const list = () => screen.getByRole("textbox", { name: "List" });

  async function openImport(reply: Reply) {
    const opened = open({ [call]: reply });
    await opened.user.click(await screen.findByRole("button", { name: "Import CSV" }));
    await screen.findByRole("dialog", { name: "Import subscribers" });
    const send = () => opened.user.click(screen.getByRole("button", { name: "Import" }));
    return { ...opened, send, sent: () => opened.sent(call) };
  }

  it("takes pasted lines with proof, and says what became of them", async () => {
    const answer = deferred<unknown>();
    const { server, user, send, sent } = await openImport(() => answer.promise);
    await send();
    expect(list()).toHaveAccessibleDescription("Choose a file or paste its lines.");
    expect(proof()).toHaveAccessibleDescription("Say how and when they agreed to get the newsletter.");
    await user.type(list(), "email{Enter}ann@example.com");
    await send();
    expect(sent()).toEqual([]);
    await user.type(proof(), "By form.");
    await send();
    expect(screen.getByRole("button", { name: "Importing..." })).toBeDisabled();
    server.replies[address] = page([subscriber(8)]);
    const invalid = [
      { line: 3, message: "This is not an email address." },
      { line: 1204, message: "<b>no</b>" },
    ];
    answer.settle(result({ left: 5, invalid }));
    const outcome = await screen.findByRole("dialog", { name: "12 subscribers added" });
    expect(sent()).toEqual([{ csv: "email\nann@example.com", consent: "By form." }]);
    for (const words of [
      "12added as confirmed",
      "3already subscribed",
      "1unsubscribed earlier, and stay unsubscribed",
      "5not subscribed in this list",
      "2lines skipped",
    ])
      expect(outcome).toHaveTextContent(words);
    const [, ...lines] = within(outcome).getAllByRole("row");
    expect(lines.map((line) => line.textContent)).toEqual(["3This is not an email address.", "1,204<b>no</b>"]);
    expect(document.activeElement).toHaveTextContent(/^12added as confirmed/);
    await user.click(screen.getByRole("button", { name: "Done" }));
    await screen.findByRole("listitem", { name: "s8@example.com" });
  });

  it("takes a file in UTF-16, as Excel saves Unicode text", async () => {
    const { user, send, sent } = await openImport(result());
    await user.type(proof(), "By form.");
    const text = Uint16Array.from("\uFEFFemail\tName\r\nann@example.com\tÄnne\r\n", (unit) => unit.charCodeAt(0));
    await user.upload(screen.getByLabelText("CSV file"), new File([text], "people.txt", { type: "text/plain" }));
    await screen.findByText("people.txt");
    await send();
    await screen.findByRole("dialog", { name: "12 subscribers added" });
    expect(sent()).toEqual([{ csv: "email\tName\r\nann@example.com\tÄnne\r\n", consent: "By form." }]);
  });

  it("takes a file, which can be removed", async () => {
    const { user, send, sent } = await openImport(result({ added: 1, invalid: [] }));
    await user.type(proof(), "By form.");
    const file = (text: string, name: string) => new File([text], name, { type: "text/csv" });
    const choose = screen.getByLabelText("CSV file");
    await user.upload(choose, file("W".repeat(2_000_001), "large.csv"));
    await waitFor(() => expect(list()).toHaveAccessibleDescription(/^This file is larger than 2 MB/));
    await user.upload(choose, file("email\r\na@example.com\r\n\r\n", "people.csv"));
    expect(await screen.findByText("people.csv")).toBeVisible();
    expect(screen.getByText("2 lines")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Remove file" }));
    expect(list()).toHaveValue("");
    await user.upload(choose, file("email\nb@example.com", "others.csv"));
    await screen.findByText("others.csv");
    await send();
    await screen.findByRole("dialog", { name: "1 subscriber added" });
    expect(sent()).toEqual([{ csv: "email\nb@example.com", consent: "By form." }]);
    expect(screen.queryByRole("table")).toBeNull();
  });

  const wrong = (field: string, message: string) => refusal(422, "x", { fields: [{ field, message }] });
  it.each([
    [wrong("csv", "There is no column email."), "There is no column email."],
    [wrong("consent", "Please say how."), "Please say how."],
    [refusal(413, "Too large."), "This list is larger than 2 MB. Please import it in parts."],
    [busy(), "The site is busy."],
  ])("shows why it was refused, and keeps what was entered", async (reply, message) => {
    const { user, send } = await openImport(reply);
    await user.type(list(), "x");
    await user.type(proof(), "y");
    await send();
    expect(await screen.findByText(message)).toBeVisible();
    expect(list()).toHaveValue("x");
    expect(proof()).toHaveValue("y");
  });
});
