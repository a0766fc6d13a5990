import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { QueuedSubmission } from "../../api/queue";
import type { Queue } from "../../api/schema.gen";
import { openAdmin } from "../../testing/admin-page";
import { deferred, expectLoading } from "../../testing/page";
import { busy, done, type Reply, refusal } from "../../testing/server";

const submission = (id: number, overrides: Partial<QueuedSubmission> = {}): QueuedSubmission => ({
  id,
  productName: `Tool ${id}`,
  website: `https://tool-${id}.example/`,
  description: "It writes.",
  category: "Writing",
  type: "Free",
  useCases: "",
  logo: "",
  videoUrl: "",
  email: "",
  submissionNotes: "",
  status: "pending",
  reason: "",
  mail: "",
  productSlug: "",
  createdAt: "2026-01-02T12:00:00Z",
  decidedAt: "0001-01-01T00:00:00Z",
  decidedBy: "",
  others: { pending: 0, approved: 0, rejected: 0 },
  duplicates: [],
  ...overrides,
});

const queue = (submissions: QueuedSubmission[], overrides: Partial<Queue> = {}): Queue => ({
  submissions,
  counts: { pending: submissions.length, approved: 0, rejected: 0 },
  next: 0,
  sendsMail: true,
  reasons: [],
  ...overrides,
});

const pending = "GET /api/submissions?status=pending";
const decide = "POST /api/submissions/decide";

const open = (replies: Record<string, Reply> = {}) =>
  openAdmin("/admin/queue", {
    [pending]: queue([submission(2), submission(1)]),
    "GET /api/submissions": queue([]),
    "GET /api/categories": [],
    ...replies,
  });

const rows = (list = "Pending submissions") =>
  within(screen.getByRole("list", { name: list })).getAllByRole("listitem");

describe("the queue", () => {
  it("shows a skeleton while it loads, then why that has failed, with a retry button", async () => {
    await expectLoading(open, pending, {
      loading: "Loading submissions",
      failed: "Failed to fetch submissionsThe site is busy.",
      reply: queue([submission(1)]),
    });
    expect(await screen.findByRole("heading", { name: "Tool 1" })).toBeVisible();
  });

  it.each([
    ["Pending", "Nothing to review"],
    ["Approved", "Nothing approved yet"],
    ["Rejected", "Nothing rejected yet"],
  ])("explains an empty list: %s", async (tab, title) => {
    const { user } = open({ [pending]: queue([]) });
    await user.click(await screen.findByRole("button", { name: new RegExp(`^${tab}`) }));
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  });

  it("shows everything that a sender wrote as text, and who they are", async () => {
    const fields = { description: "<b>bold</b>", submissionNotes: "Hello", email: "ann@example.com" };
    open({ [pending]: queue([submission(1, fields)], { sendsMail: false }) });
    await screen.findByRole("heading", { name: "Tool 1" });
    const [row] = rows();
    expect(row).toHaveTextContent("<b>bold</b>");
    expect(row).toHaveTextContent("Note to you: Hello");
    expect(row).toHaveTextContent("Submitted Jan 2, 2026 · ann@example.com");
    expect(within(row as HTMLElement).getByRole("link", { name: "tool-1.example" })).toHaveAttribute(
      "rel",
      "noopener noreferrer",
    );
    expect(screen.getByText(/Submitters follow the decision by their status link/)).toBeVisible();
  });

  it("appends older submissions", async () => {
    const older = deferred<unknown>();
    const { user } = open({
      [pending]: queue([submission(9)], { next: 9 }),
      [`${pending}&before=9`]: () => older.promise,
    });
    await user.click(await screen.findByRole("button", { name: "Show older submissions" }));
    expect(await screen.findByRole("button", { name: "Loading..." })).toBeDisabled();
    await act(async () => older.settle(queue([submission(3)])));
    await waitFor(() => expect(rows().map((row) => row.getAttribute("aria-label"))).toEqual(["Tool 9", "Tool 3"]));
    expect(screen.queryByRole("button", { name: "Show older submissions" })).toBeNull();
  });
});

describe("rejecting", () => {
  it("sends the reason once, and reloads the queue", async () => {
    const answer = deferred<unknown>();
    const { server, user, sent } = open({ [decide]: () => answer.promise });
    await user.click(await screen.findByRole("button", { name: "Reject Tool 2" }));
    const dialog = screen.getByRole("dialog", { name: "Reject Tool 2" });
    await user.type(within(dialog).getByRole("textbox", { name: "Reason" }), "Not an AI tool.");
    await user.click(within(dialog).getByRole("button", { name: "Reject" }));
    expect(await within(dialog).findByRole("button", { name: "Rejecting..." })).toBeDisabled();
    server.replies[pending] = queue([submission(1)]);
    await act(async () => answer.settle({ decided: 1 }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(sent(decide)).toEqual([{ ids: [2], status: "rejected", reason: "Not an AI tool." }]);
    expect(sent(pending)).toHaveLength(2);
  });

  it("stays open with the error and the typed reason", async () => {
    const fields = [{ field: "reason", message: "Please enter a reason" }];
    const { user } = open({ [decide]: () => refusal(422, "no", { fields }) });
    await user.click(await screen.findByRole("button", { name: "Reject Tool 2" }));
    await user.type(screen.getByRole("textbox", { name: "Reason" }), "   ");
    await user.click(screen.getByRole("button", { name: "Reject" }));
    const reason = screen.getByRole("textbox", { name: "Reason" });
    await waitFor(() => expect(reason).toBeInvalid());
    expect(reason).toHaveAccessibleDescription("Please enter a reason");
    expect(reason).toHaveValue("   ");
  });
});

describe("many submissions", () => {
  it("are approved after a question, or rejected for a reason used before", async () => {
    const { server, user, sent } = open({
      [pending]: queue([submission(3), submission(2), submission(1)], { reasons: ["Not an AI tool."] }),
      [decide]: busy,
    });
    await user.click(await screen.findByRole("checkbox", { name: "Select Tool 3" }));
    await user.click(screen.getByRole("checkbox", { name: "Select Tool 1" }));
    expect(screen.getByText("2 selected")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Approve selected" }));
    const question = screen.getByRole("alertdialog", { name: "Approve 2 submissions?" });
    await user.click(within(question).getByRole("button", { name: "Approve" }));
    expect(await within(question).findByRole("alert")).toHaveTextContent("The site is busy.");
    server.replies[decide] = { decided: 2 };
    server.replies[pending] = queue([submission(2)], { reasons: ["Not an AI tool."] });
    await user.click(within(question).getByRole("button", { name: "Approve" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(sent(decide).at(-1)).toEqual({ ids: [3, 1], status: "approved" });
    await user.click(screen.getByRole("checkbox", { name: "Select all 1 submission" }));
    await user.click(screen.getByRole("button", { name: "Reject selected" }));
    await user.click(screen.getByRole("button", { name: "Not an AI tool." }));
    expect(screen.getByRole("textbox", { name: "Reason" })).toHaveValue("Not an AI tool.");
    await user.click(screen.getByRole("button", { name: "Reject" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent(decide).at(-1)).toEqual({ ids: [2], status: "rejected", reason: "Not an AI tool." });
  });

  it("come with tools that are probably the same, and with what else the submitter sent", async () => {
    const others = { pending: 1, approved: 0, rejected: 2 };
    const duplicates = [{ slug: "tool-two", name: "Tool Two", same: "name" as const }];
    open({ [pending]: queue([submission(2, { others, duplicates })]) });
    expect(await screen.findByText("Also from this submitter: 1 pending, 2 rejected")).toBeVisible();
    expect(screen.getByText(/^Listed with much the same name/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Tool Two" })).toHaveAttribute("href", "/products/tool-two");
  });
});

describe("approving", () => {
  it("opens the product dialog with the submitted values", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Approve Tool 2" }));
    const dialog = await screen.findByRole("dialog", { name: "Approve Submission" });
    expect(within(dialog).getByRole("textbox", { name: "Name" })).toHaveValue("Tool 2");
    expect(within(dialog).getByRole("textbox", { name: "Website" })).toHaveValue("https://tool-2.example/");
    expect(within(dialog).getByRole("radio", { name: "Free" })).toBeChecked();
  });
});

describe("deleting", () => {
  it("asks for confirmation, and shows when it has failed", async () => {
    const { server, user } = open({ "DELETE /api/submissions/2": busy });
    await user.click(await screen.findByRole("button", { name: "Delete Tool 2" }));
    const question = screen.getByRole("alertdialog");
    expect(server.changes()).toEqual([]);
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    expect(await within(question).findByRole("alert")).toHaveTextContent("The site is busy.");
    server.replies["DELETE /api/submissions/2"] = done;
    server.replies[pending] = queue([submission(1)]);
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await waitFor(() => expect(rows()).toHaveLength(1));
  });
});
