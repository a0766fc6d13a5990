import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { submissionOffers } from "../../parts/submission-offers";
import { routeOf } from "../../routes";
import { deferred, expectLoading, openPage } from "../../testing/page";
import { sampleSite } from "../../testing/samples";
import { busy, type Reply, refusal, stubServer } from "../../testing/server";

vi.mock("./work", () => ({ workFor: async (website: string) => `work for ${website}` }));
await routeOf("/submit", "").route.load?.();
const own = { embed: "", address: "", sendsMail: true };
const foreign = { embed: "/embed/submit", address: "https://forms.example/f" };

function open(replies: Record<string, Reply> = {}) {
  const server = stubServer({
    "GET /api/site": sampleSite(),
    "GET /api/submit-form": own,
    "GET /api/submissions/check": { state: "new", productName: "", productSlug: "" },
    "POST /api/submissions": { status: "/submit/status/KEY" },
    ...replies,
  });
  return { server, ...openPage("/submit") };
}

const field = (name: string) => screen.getByRole("textbox", { name });
const sendButton = () => screen.getByRole("button", { name: /^Submit/ });

type User = ReturnType<typeof openPage>["user"];

async function fillIn(user: User) {
  await user.type(await screen.findByRole("textbox", { name: "Tool name" }), " Pen ");
  await user.type(field("Website"), "pen.example");
  await user.type(field("What it does"), "It writes.");
  await user.type(screen.getByRole("combobox", { name: "Category" }), "Writing");
  await user.click(screen.getByRole("radio", { name: "Free" }));
}

describe("the submit page", () => {
  it("shows its purpose while the form loads", async () => {
    open({ "GET /api/submit-form": new Promise(() => undefined) });
    expect(await screen.findByRole("heading", { level: 1, name: "Submit Your AI Tool" })).toBeVisible();
    expect(screen.getByText(/Submit it using the form below\.$/)).toBeVisible();
    expect(screen.queryByRole("form")).toBeNull();
  });

  it("shows an error when the form could not be loaded, and a retry button", async () => {
    await expectLoading(open, "GET /api/submit-form", { failed: "Couldn't load the form", reply: own });
    expect(await screen.findByRole("form", { name: "Submit a tool" })).toBeVisible();
  });
});

describe("the site's own form", () => {
  it("asks for no email where the site sends none", async () => {
    open({ "GET /api/submit-form": { ...own, sendsMail: false } });
    expect(await screen.findByRole("textbox", { name: "Notes" })).toBeVisible();
    expect(screen.queryByRole("textbox", { name: "Your email" })).toBeNull();
  });

  it("marks every missing field, focuses the first, and sends no request", async () => {
    const { server, user } = open();
    await user.click(await screen.findByRole("button", { name: "Submit tool" }));
    for (const sentence of [
      "Please enter a name",
      "Please enter a website URL",
      "Please enter a description",
      "Please select at least one category",
      "Please select a type: Free, Freemium or Premium",
    ])
      expect(screen.getByText(sentence)).toBeVisible();
    expect(field("Tool name")).toHaveFocus();
    expect(field("Website")).toBeInvalid();
    expect(server.sent("POST /api/submissions")).toEqual([]);
  });

  it("sends the values with the website's proof of work, once, and thanks the sender with the status link", async () => {
    const answer = deferred<unknown>();
    const { server, user } = open({ "POST /api/submissions": () => answer.promise });
    await fillIn(user);
    await user.click(sendButton());
    expect(await screen.findByRole("button", { name: "Submitting…" })).toBeDisabled();
    expect(field("Website")).toBeDisabled();
    await user.click(sendButton());
    await act(async () => answer.settle({ status: "/submit/status/KEY" }));
    const thanks = await screen.findByRole("heading", { name: "Thank you! Your tool is in review." });
    await waitFor(() => expect(thanks).toHaveFocus());
    expect(screen.getByRole("link", { name: "View status" })).toHaveAttribute("href", "/submit/status/KEY");
    expect(server.sent("POST /api/submissions")).toEqual([
      {
        productName: "Pen",
        website: "https://pen.example",
        description: "It writes.",
        category: "Writing",
        type: "Free",
        work: "work for https://pen.example",
      },
    ]);
    await user.click(screen.getByRole("button", { name: "Submit another tool" }));
    expect(field("Tool name")).toHaveValue("");
  });

  it("shows what other features offer afterwards, for the email that was given", async () => {
    submissionOffers.push(({ email }) => <p>An offer for {email}</p>);
    onTestFinished(() => void submissionOffers.pop());
    const { user } = open();
    await fillIn(user);
    await user.type(field("Your email"), "ann@example.com");
    await user.click(sendButton());
    await screen.findByRole("heading", { name: /^Thank you/ });
    expect(screen.getByText("An offer for ann@example.com")).toBeVisible();
  });

  it("keeps the values when it is rejected, and shows why", async () => {
    const { server, user } = open({ "POST /api/submissions": () => refusal(429, "Please wait an hour.") });
    await fillIn(user);
    await user.click(sendButton());
    expect(await screen.findByText("Please wait an hour.")).toBeVisible();
    await waitFor(() => expect(sendButton()).toHaveFocus());
    expect(field("What it does")).toHaveValue("It writes.");
    server.replies["POST /api/submissions"] = () => Promise.reject(new TypeError("no network"));
    await user.click(sendButton());
    expect(await screen.findByText(/^Connection lost; nothing was sent/)).toBeVisible();
    expect(sendButton()).toBeEnabled();
  });

  it("shows the server's error at its field", async () => {
    const fields = [{ field: "description", message: "Please use at most 20000 characters" }];
    const { user } = open({ "POST /api/submissions": () => refusal(422, "no", { fields }) });
    await fillIn(user);
    await user.click(sendButton());
    await waitFor(() => expect(field("What it does")).toBeInvalid());
    expect(field("What it does")).toHaveFocus();
    expect(field("What it does")).toHaveAccessibleDescription("Please use at most 20000 characters");
  });

  it("clears a field's error when the field is changed", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Submit tool" }));
    await user.type(field("Tool name"), "P");
    expect(field("Tool name")).toBeValid();
    expect(screen.queryByText("Please enter a name")).toBeNull();
    expect(screen.getByText("Please enter a description")).toBeVisible();
    await user.click(screen.getByRole("radio", { name: "Free" }));
    expect(screen.queryByText(/^Please select a type/)).toBeNull();
  });

  it("shows that the URL is known instead of an earlier error", async () => {
    const fields = [{ field: "website", message: "This website was sent in meanwhile" }];
    const { server, user } = open({ "POST /api/submissions": () => refusal(409, "no", { fields }) });
    await fillIn(user);
    await screen.findByText("Not listed yet.");
    server.replies["GET /api/submissions/check"] = { state: "waiting", productName: "", productSlug: "" };
    await user.click(sendButton());
    expect(await screen.findByText(/awaiting review/)).toBeVisible();
    expect(screen.queryByText("This website was sent in meanwhile")).toBeNull();
    expect(field("Website")).toBeInvalid();
  });

  it("restores the draft on coming back, until it is sent", async () => {
    const first = open();
    await fillIn(first.user);
    first.unmount();
    const second = open();
    await waitFor(() => expect(field("What it does")).toHaveValue("It writes."));
    expect(screen.getByRole("radio", { name: "Free" })).toBeChecked();
    expect(await screen.findByText("Not listed yet.")).toBeVisible();
    await second.user.click(sendButton());
    await screen.findByRole("heading", { name: /^Thank you/ });
    second.unmount();
    open();
    expect(await screen.findByRole("textbox", { name: "What it does" })).toHaveValue("");
  });

  it.each(["no JSON", '{"a":1}', '[["nothing","x"],7]'])("ignores an invalid stored draft: %s", async (stored) => {
    sessionStorage.setItem("submission-draft", stored);
    open();
    expect(await screen.findByRole("textbox", { name: "What it does" })).toHaveValue("");
  });

  it("shows the values posted without scripts, and why they were rejected", async () => {
    const refused = {
      values: { productName: "Pen", type: "Free", category: "Writing" },
      fields: [{ field: "website", message: "Please enter a website URL" }],
      error: "Please enter a website URL",
    };
    stubServer({ "GET /api/site": sampleSite(), "GET /api/submit-form": own });
    openPage("/submit", undefined, { "/submit": { status: 200, body: refused } });
    expect(await screen.findByRole("textbox", { name: "Tool name" })).toHaveValue("Pen");
    expect(screen.getByRole("radio", { name: "Free" })).toBeChecked();
    expect(screen.getByRole("combobox", { name: "Category" })).toHaveValue("Writing");
    expect(field("Website")).toHaveAccessibleDescription("Please enter a website URL");
    expect(screen.getAllByRole("alert")[0]).toHaveTextContent("Please enter a website URL");
  });

  it.each([
    ["is in the directory", { state: "listed", productName: "Pen", productSlug: "pen" }, /Already listed/],
    ["waits", { state: "waiting", productName: "", productSlug: "" }, /awaiting review/],
  ])("does not send a URL that %s", async (_what, answer, sentence) => {
    const { server, user } = open({ "GET /api/submissions/check": answer });
    await fillIn(user);
    expect(await screen.findByText(sentence)).toBeVisible();
    await user.click(sendButton());
    expect(field("Website")).toBeInvalid();
    expect(field("Website")).toHaveFocus();
    expect(server.sent("POST /api/submissions")).toEqual([]);
  });

  it("sends a URL that could not be looked up", async () => {
    const { user } = open({ "GET /api/submissions/check": busy });
    await fillIn(user);
    expect(await screen.findByText(/Couldn't check just now/)).toBeVisible();
    await user.click(sendButton());
    expect(await screen.findByRole("heading", { name: /^Thank you/ })).toBeVisible();
  });
});

describe("another host's form", () => {
  const frame = () => screen.getByTitle<HTMLIFrameElement>("Submission form");
  const report = (submitForm: string, source: MessageEventSource | null = frame().contentWindow) =>
    fireEvent(window, new MessageEvent("message", { data: { submitForm }, source }));

  async function openForeign() {
    const { user } = open({ "GET /api/submit-form": foreign });
    return { user, first: await screen.findByTitle("Submission form") };
  }

  it("is in an iframe of 979 pixels, and is loading until it reports otherwise", async () => {
    const { first } = await openForeign();
    expect(first).toHaveAttribute("src", "/embed/submit");
    expect(frame()).toHaveAttribute("height", "979");
    expect(screen.getByRole("status")).toHaveTextContent("Loading the form…");
    report("ready");
    expect(screen.queryByText("Loading the form…")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("shows that the form has failed, keeps it visible, and reloads it", async () => {
    const { user, first } = await openForeign();
    report("failed");
    const trouble = screen.getByRole("alert");
    expect(trouble).toHaveTextContent("Couldn't load the form.");
    const way = within(trouble).getByRole("link", { name: "Open the form in a new tab" });
    expect(way).toHaveAttribute("href", "https://forms.example/f");
    expect(way).toHaveAttribute("rel", "noopener noreferrer");
    expect(frame()).toBe(first);
    await user.click(within(trouble).getByRole("button", { name: "Try again" }));
    expect(frame()).not.toBe(first);
    expect(screen.getByRole("status")).toHaveTextContent("Loading the form…");
  });

  it("removes an unreachable form until the visitor retries", async () => {
    const { user } = await openForeign();
    report("unreachable");
    expect(screen.getByRole("alert")).toHaveTextContent("Couldn't load the form.");
    expect(screen.queryByTitle("Submission form")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    report("ready");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("ignores messages from other windows and unknown messages", async () => {
    await openForeign();
    report("failed", window);
    report("failed", null);
    report("slow");
    fireEvent(window, new MessageEvent("message", { data: null, source: frame().contentWindow }));
    expect(screen.getByRole("status")).toHaveTextContent("Loading the form…");
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
