import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { IssueReport } from "../../api/schema.gen";
import { openAdmin } from "../../testing/admin-page";
import { deferred, expectLoading } from "../../testing/page";
import { busy, type Reply, refusal } from "../../testing/server";
import { sampleInput as input, never, sampleDraft, sampleReport } from "./testing";

const issues = "GET /api/admin/newsletter/issues";

function open(reports: IssueReport[], replies: Record<string, Reply> = {}) {
  return openAdmin("/admin/newsletter?tab=issues", { [issues]: reports, ...replies });
}

const issue = (subject: string) => screen.findByRole("listitem", { name: subject });
const sending = (overrides: Partial<IssueReport> = {}) =>
  sampleReport({
    number: 7,
    subject: "Now",
    status: "sending",
    finishedAt: never,
    delivered: 300,
    refused: 0,
    waiting: 900,
    perSecond: 10,
    ...overrides,
  });

describe("the issues", () => {
  it("show a skeleton while they load, and why they could not be loaded", async () => {
    await expectLoading((replies) => open([], replies), issues, {
      loading: "Loading the issues",
      failed: "Couldn't load the issuesThe site is busy.",
      reply: [],
    });
    expect(await screen.findByRole("heading", { name: "No issues yet" })).toBeVisible();
  });

  it("show their results as text, with a link to the archive", async () => {
    open([sampleReport({ subject: "<b>Bold</b>" })]);
    const one = await issue("<b>Bold</b>");
    expect(one).toHaveTextContent(/^SentIssue 6 · Weekly · Nov 18, 2026/);
    for (const words of ["Recipients1,200", "Delivered1,190", "Refused3", "May have been sent2", "Skipped5"])
      expect(one).toHaveTextContent(words);
    expect(one).toHaveTextContent("Unsubscribed4Clicks321");
    expect(within(one).getByRole("link", { name: "Archive page issue 6" })).toHaveAttribute(
      "href",
      "/newsletter/archive/6",
    );
    expect(within(one).queryByRole("button")).toBeNull();
    expect(within(one).queryByRole("progressbar")).toBeNull();
  });

  it("show the failures and the clicks by tool when they are opened", async () => {
    const report = sampleReport();
    const detail = {
      report,
      failures: [
        { email: "ann@example.com", answer: "550 no such user" },
        { email: "", answer: "552 full" },
      ],
      products: [
        { productId: 1, name: "Tool 1", slug: "tool-1", clicks: 1200 },
        { productId: 2, name: "Tool 2", slug: "tool-2", clicks: 0 },
      ],
    };
    const path = "GET /api/admin/newsletter/issues/6";
    const { server, user } = open([report], { [path]: busy });
    await user.click(await screen.findByText("Failures and clicks by tool"));
    expect(await screen.findByRole("alert")).toHaveTextContent("Couldn't load the results");
    server.replies[path] = detail;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("ann@example.com")).toBeVisible();
    expect(screen.getByText("A removed subscriber")).toBeVisible();
    expect(screen.getByRole("link", { name: "Tool 1" }).closest("li")).toHaveTextContent("Tool 11,200");
    expect(screen.queryByText("Tool 2")).toBeNull();
  });
});

describe("an issue that is being sent", () => {
  it("shows its progress, which is read again until it is sent", async () => {
    const { server } = open([sending()]);
    const one = await issue("Now");
    expect(within(one).getByRole("progressbar", { name: "Emails of issue 7" })).toHaveAttribute("value", "300");
    expect(one).toHaveTextContent("300 of 1,200 · 10 a second · about 2 minutes left");
    server.replies[issues] = [sending({ waiting: 0, status: "sent" })];
    await waitFor(() => expect(within(one).getByText("Sent")).toBeVisible(), { timeout: 10_000 });
    expect(within(one).queryByRole("progressbar")).toBeNull();
  });

  it("says that the results are old when they can't be read again", async () => {
    const { server } = open([sending()]);
    await issue("Now");
    server.replies[issues] = busy;
    expect(await screen.findByRole("alert", undefined, { timeout: 10_000 })).toHaveTextContent(
      "Couldn't update the results. The site is busy.",
    );
    expect(await issue("Now")).toBeVisible();
  });

  it("is paused and resumed", async () => {
    const { server, user, sent } = open([sending()]);
    server.replies["POST /api/admin/newsletter/issues/7/pause"] = () => {
      server.replies[issues] = [sending({ status: "paused" })];
      return sending({ status: "paused" });
    };
    await user.click(await screen.findByRole("button", { name: "Pause issue 7" }));
    const resume = await screen.findByRole("button", { name: "Resume issue 7" });
    expect(screen.getByText("Paused")).toBeVisible();
    expect(resume).toHaveFocus();
    server.replies["POST /api/admin/newsletter/issues/7/resume"] = () => refusal(409, "It is stopped.");
    await user.click(resume);
    expect(await screen.findByText("Couldn't change issue 7")).toBeVisible();
    expect(screen.getByText("It is stopped.")).toBeVisible();
    expect(sent("POST /api/admin/newsletter/issues/7/resume")).toHaveLength(1);
  });

  it("is stopped after a question that says who won't get it", async () => {
    const { server, user } = open([sending()]);
    server.replies["POST /api/admin/newsletter/issues/7/stop"] = () => {
      server.replies[issues] = [sending({ status: "stopped", waiting: 0 })];
      return sending({ status: "stopped" });
    };
    await user.click(await screen.findByRole("button", { name: "Stop issue 7" }));
    const question = screen.getByRole("alertdialog", { name: "Stop sending?" });
    expect(question).toHaveTextContent("900 subscribers who haven't received the issue won't get it.");
    await user.click(within(question).getByRole("button", { name: "Stop" }));
    expect(await screen.findByText("Stopped")).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Stop/ })).toBeNull();
  });
});

it("a scheduled issue shows its time in its zone, and is unscheduled after a question", async () => {
  const scheduled = sending({
    status: "scheduled",
    scheduledAt: "2026-12-01T08:00:00Z",
    zone: "Europe/Berlin",
    startedAt: never,
  });
  const { server, user } = open([scheduled]);
  const one = await issue("Now");
  expect(one).toHaveTextContent(/^ScheduledIssue 7 · Weekly · Dec 1, 2026, 9:00 AM Europe\/Berlin/);
  expect(within(one).queryByRole("link")).toBeNull();
  server.replies["POST /api/admin/newsletter/issues/7/unschedule"] = () => {
    server.replies[issues] = [];
    return scheduled;
  };
  await user.click(screen.getByRole("button", { name: "Unschedule issue 7" }));
  const question = screen.getByRole("alertdialog", { name: "Unschedule this issue?" });
  expect(question).toHaveTextContent("It becomes the next weekly issue again");
  await user.click(within(question).getByRole("button", { name: "Unschedule" }));
  expect(await screen.findByText("Unscheduled issue 7")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "No issues yet" })).toBeVisible();
});

const address = "/api/admin/newsletter/drafts/weekly";
const draft = `GET ${address}`;
const preview = `POST ${address}/preview`;
const send = `POST ${address}/send`;

function openNext(replies: Record<string, Reply> = {}) {
  return openAdmin("/admin/newsletter", { [draft]: sampleDraft(), [issues]: [], ...replies });
}

describe("the preview", () => {
  const email = { subject: "New this week!", html: "<html><head></head><body>Hi</body></html>", text: "Hi\n\nthere" };

  it("shows the email of the form at two widths and as text, in a frame that may do nothing", async () => {
    const { user, sent } = openNext({ [preview]: email });
    await user.type(await screen.findByRole("textbox", { name: "Subject" }), "!");
    await user.click(screen.getByRole("button", { name: "Preview" }));
    const desktop = await screen.findByTitle("Email, desktop width");
    expect(sent(preview)).toEqual([{ ...input, subject: "New this week!" }]);
    expect(desktop).toHaveAttribute("sandbox", "");
    expect(desktop).toHaveAttribute("srcdoc", "<html><head><base target=_blank></head><body>Hi</body></html>");
    await user.click(screen.getByRole("button", { name: "Phone" }));
    expect(screen.getByTitle("Email, phone width")).toHaveStyle({ width: "375px" });
    await user.click(screen.getByRole("button", { name: "Plain text" }));
    expect(screen.getByText("Hi there")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Edit" }));
    expect(screen.getByRole("textbox", { name: "Subject" })).toHaveValue("New this week!");
  });

  it("shows why there is none, and loads it again", async () => {
    const { server, user } = openNext({ [preview]: () => refusal(422, "Please add at least one tool") });
    await user.click(await screen.findByRole("button", { name: "Preview" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Please add at least one tool");
    server.replies[preview] = email;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByTitle("Email, desktop width")).toBeInTheDocument();
  });
});

describe("a test", () => {
  it("is sent from the form, without saving it", async () => {
    const answer = deferred<unknown>();
    const { user, sent } = openNext({ [`POST ${address}/test`]: () => answer.promise });
    await user.click(await screen.findByRole("button", { name: "Send test to me" }));
    expect(screen.getByRole("button", { name: "Sending test..." })).toBeDisabled();
    await act(async () => answer.settle(new Response(null, { status: 204 })));
    expect(await screen.findByText("Test on its way")).toBeVisible();
    expect(sent(`POST ${address}/test`)).toEqual([input]);
    expect(sent(`PUT ${address}`)).toEqual([]);
  });

  it("that is refused opens the form at the field", async () => {
    const fields = [{ field: "intro", message: "Please use at most 5,000 characters" }];
    const { user } = openNext({
      [preview]: { subject: "", html: "", text: "" },
      [`POST ${address}/test`]: () => refusal(422, "Please use at most 5,000 characters", { fields }),
    });
    await user.click(await screen.findByRole("button", { name: "Preview" }));
    await user.click(screen.getByRole("button", { name: "Send test to me" }));
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Introduction" })).toHaveFocus());
    expect(screen.getByText("Couldn't send the test")).toBeVisible();
  });
});

describe("sending", () => {
  it("names the recipients, which are counted again, and then shows the progress", async () => {
    const { server, user, sent } = openNext({
      [send]: sampleReport({ number: 7, status: "sending", recipients: 1300, waiting: 1300 }),
    });
    await user.type(await screen.findByRole("textbox", { name: "Subject" }), "!");
    server.replies[draft] = sampleDraft({ recipients: 1300 });
    await user.click(screen.getByRole("button", { name: "Send…" }));
    const dialog = screen.getByRole("dialog", { name: "Send issue 7" });
    expect(dialog).toHaveTextContent("New this week!");
    server.replies[issues] = [sampleReport({ number: 7, status: "sending", recipients: 1300, waiting: 1000 })];
    await user.click(await within(dialog).findByRole("button", { name: "Send to 1,300 subscribers" }));
    expect(await screen.findByRole("progressbar", { name: "Emails of issue 7" })).toHaveAttribute("value", "300");
    expect(sent(send)).toEqual([{ ...input, subject: "New this week!" }]);
    expect(sent(`PUT ${address}`)).toEqual([]);
    expect(location.search).toBe("?tab=issues");
  });

  it("at a time takes it in a zone, and shows what is wrong with them", async () => {
    const fields = [{ field: "at", message: "This time is in the past. Please choose a later one" }];
    const { server, user, sent } = openNext({ [send]: () => refusal(422, fields[0]?.message ?? "", { fields }) });
    await user.click(await screen.findByRole("button", { name: "Send…" }));
    await user.click(screen.getByRole("radio", { name: "At a time" }));
    const time = screen.getByLabelText("Date and time");
    const zone = screen.getByRole("combobox", { name: "Time zone" });
    expect(zone).toHaveValue(Intl.DateTimeFormat().resolvedOptions().timeZone);
    await user.clear(time);
    await user.type(time, "2026-12-01T09:30");
    await user.selectOptions(zone, "Asia/Tokyo");
    await user.click(screen.getByRole("button", { name: "Schedule for 1,234 subscribers" }));
    await waitFor(() =>
      expect(time).toHaveAccessibleDescription("This time is in the past. Please choose a later one"),
    );
    server.replies[send] = sampleReport({ number: 7, status: "scheduled" });
    await user.click(screen.getByRole("button", { name: "Schedule for 1,234 subscribers" }));
    expect(await screen.findByText("Issue 7 is scheduled")).toBeVisible();
    expect(sent(send)).toEqual([1, 2].map(() => ({ ...input, at: "2026-12-01T09:30", zone: "Asia/Tokyo" })));
  });

  it("that fails says why, and can be tried again", async () => {
    const { user } = openNext({ [send]: () => refusal(409, "Another issue is being sent.") });
    await user.click(await screen.findByRole("button", { name: "Send…" }));
    await user.click(screen.getByRole("button", { name: "Send to 1,234 subscribers" }));
    expect(await screen.findByText("Another issue is being sent.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Send to 1,234 subscribers" })).toBeEnabled();
  });

  it("that is refused for a field of the form opens it there", async () => {
    const fields = [{ field: "subject", message: "Please enter a subject" }];
    const { user } = openNext({ [send]: () => refusal(422, "Please enter a subject", { fields }) });
    await user.click(await screen.findByRole("button", { name: "Send…" }));
    await user.click(screen.getByRole("button", { name: "Send to 1,234 subscribers" }));
    expect(await screen.findByText("Couldn't send the issue")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("textbox", { name: "Subject" })).toHaveAccessibleDescription("Please enter a subject");
  });
});
