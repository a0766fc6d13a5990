import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { openAdmin } from "../../testing/admin-page";
import { sampleInput as input, sampleDraft, sampleReport } from "../../testing/newsletter";
import { deferred } from "../../testing/page";
import { type Reply, refusal } from "../../testing/server";

const address = "/api/admin/newsletter/drafts/weekly";
const draft = `GET ${address}`;
const preview = `POST ${address}/preview`;
const send = `POST ${address}/send`;
const issues = "GET /api/admin/newsletter/issues";

function open(replies: Record<string, Reply> = {}) {
  return openAdmin("/admin/newsletter", { [draft]: sampleDraft(), [issues]: [], ...replies });
}

describe("the preview", () => {
  const email = { subject: "New this week!", html: "<html><head></head><body>Hi</body></html>", text: "Hi\n\nthere" };

  it("shows the email of the form at two widths and as text, in a frame that may do nothing", async () => {
    const { user, sent } = open({ [preview]: email });
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
    const { server, user } = open({ [preview]: () => refusal(422, "Please add at least one tool") });
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
    const { user, sent } = open({ [`POST ${address}/test`]: () => answer.promise });
    await user.click(await screen.findByRole("button", { name: "Send test to me" }));
    expect(screen.getByRole("button", { name: "Sending test..." })).toBeDisabled();
    await act(async () => answer.settle(new Response(null, { status: 204 })));
    expect(await screen.findByText("Test on its way")).toBeVisible();
    expect(sent(`POST ${address}/test`)).toEqual([input]);
    expect(sent(`PUT ${address}`)).toEqual([]);
  });

  it("that is refused opens the form at the field", async () => {
    const fields = [{ field: "intro", message: "Please use at most 5,000 characters" }];
    const { user } = open({
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
    const { server, user, sent } = open({
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
    const fields = [{ field: "at", message: "This time is over. Please choose a later one" }];
    const { server, user, sent } = open({ [send]: () => refusal(422, fields[0]?.message ?? "", { fields }) });
    await user.click(await screen.findByRole("button", { name: "Send…" }));
    await user.click(screen.getByRole("radio", { name: "At a time" }));
    const time = screen.getByLabelText("Date and time");
    const zone = screen.getByRole("combobox", { name: "Time zone" });
    expect(zone).toHaveValue(Intl.DateTimeFormat().resolvedOptions().timeZone);
    await user.clear(time);
    await user.type(time, "2026-12-01T09:30");
    await user.selectOptions(zone, "Asia/Tokyo");
    await user.click(screen.getByRole("button", { name: "Schedule for 1,234 subscribers" }));
    await waitFor(() => expect(time).toHaveAccessibleDescription("This time is over. Please choose a later one"));
    server.replies[send] = sampleReport({ number: 7, status: "scheduled" });
    await user.click(screen.getByRole("button", { name: "Schedule for 1,234 subscribers" }));
    expect(await screen.findByText("Issue 7 is scheduled")).toBeVisible();
    expect(sent(send)).toEqual([1, 2].map(() => ({ ...input, at: "2026-12-01T09:30", zone: "Asia/Tokyo" })));
  });

  it("that fails says why, and can be tried again", async () => {
    const { user } = open({ [send]: () => refusal(409, "Another issue is being sent.") });
    await user.click(await screen.findByRole("button", { name: "Send…" }));
    await user.click(screen.getByRole("button", { name: "Send to 1,234 subscribers" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Another issue is being sent.");
    expect(screen.getByRole("button", { name: "Send to 1,234 subscribers" })).toBeEnabled();
  });

  it("that is refused for a field of the form opens it there", async () => {
    const fields = [{ field: "subject", message: "Please enter a subject" }];
    const { user } = open({ [send]: () => refusal(422, "Please enter a subject", { fields }) });
    await user.click(await screen.findByRole("button", { name: "Send…" }));
    await user.click(screen.getByRole("button", { name: "Send to 1,234 subscribers" }));
    expect(await screen.findByText("Couldn't send the issue")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("textbox", { name: "Subject" })).toHaveAccessibleDescription("Please enter a subject");
  });
});
