import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { openAdmin } from "../../testing/admin-page";
import { deferred, expectLoading } from "../../testing/page";
import { sampleSite } from "../../testing/samples";
import { done, type Reply, refusal } from "../../testing/server";
import { sampleInput as input, itemsOf, sampleDraft, sampleItem } from "./testing";

const address = "/api/admin/newsletter/drafts/weekly";
const draft = `GET ${address}`;
const issues = "GET /api/admin/newsletter/issues";

function open(replies: Record<string, Reply> = {}, query = "") {
  return openAdmin(`/admin/newsletter${query}`, {
    "GET /api/site": sampleSite({ newsletter: true }),
    [draft]: sampleDraft(),
    [issues]: [],
    ...replies,
  });
}

const subject = () => screen.findByRole("textbox", { name: "Subject" });
const list = () => screen.getByRole("list", { name: "Tools of the issue" });
const lines = () =>
  [...list().children].map((line) => line.getAttribute("aria-label") ?? line.querySelector("h2")?.textContent);

describe("the menu", () => {
  it("has Newsletter where the site has one", async () => {
    open();
    expect(await screen.findByRole("link", { name: "Newsletter" })).toHaveAttribute("aria-current", "page");
  });

  it("has none where it is off, and the screen says so", async () => {
    const off = () => refusal(404, "There is nothing at this URL.");
    open({ "GET /api/site": sampleSite(), [draft]: off, [issues]: off });
    expect(await screen.findByRole("heading", { name: "The newsletter is off" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Newsletter" })).toBeNull();
  });
});

describe("the next issue", () => {
  it("shows a skeleton while it loads, and why it could not be loaded", async () => {
    await expectLoading(open, draft, {
      loading: "Loading the issue",
      failed: "Couldn't load the issueThe site is busy.",
      reply: sampleDraft(),
    });
    expect(await subject()).toHaveValue("New this week");
  });

  it("says that it was made by itself, from when, and who gets it", async () => {
    open();
    expect(await screen.findByText("Drafted from what's new since Nov 18, 2026 · 1,234 subscribers")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Start over" })).toBeNull();
    expect(screen.getByRole("button", { name: "Save" })).toBeDisabled();
  });

  it("says that nothing is new, and that nobody gets it", async () => {
    open({ [draft]: sampleDraft({ items: [], recipients: 0 }) });
    expect(await screen.findByText(/^Nothing is new since Nov 18, 2026\./)).toBeVisible();
    expect(screen.getByText(/^No weekly subscribers yet\./)).toBeVisible();
    expect(screen.getByRole("button", { name: "Send…" })).toBeDisabled();
  });

  it("is that of the other cadence in the other tab", async () => {
    const monthly = sampleDraft({ cadence: "monthly", subject: "New this month" });
    const { user } = open({ "GET /api/admin/newsletter/drafts/monthly": monthly });
    await user.click(await screen.findByRole("link", { name: "Next monthly" }));
    await waitFor(async () => expect(await subject()).toHaveValue("New this month"));
    expect(location.search).toBe("?tab=monthly");
  });
});

describe("an edited issue", () => {
  it("is saved as it is in the form, and protected until then", async () => {
    const saved = sampleDraft({ isStored: true, subject: "Hello", intro: "Hi *all*" });
    const { user, sent } = open({ [`PUT ${address}`]: saved });
    await user.clear(await subject());
    await user.type(await subject(), " Hello ");
    await user.type(screen.getByRole("textbox", { name: "Introduction" }), "Hi *all*");
    expect(screen.getByText("Unsaved changes")).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Issues" }));
    await user.click(screen.getByRole("button", { name: "Keep editing" }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Issue saved")).toBeVisible();
    expect(sent(`PUT ${address}`)).toEqual([{ ...input, subject: " Hello ", intro: "Hi *all*" }]);
    expect(await subject()).toHaveValue("Hello");
    expect(screen.getByText(/^Edited · /)).toBeVisible();
    expect(screen.queryByText("Unsaved changes")).toBeNull();
    await user.click(screen.getByRole("link", { name: "Issues" }));
    expect(await screen.findByRole("heading", { name: "No issues yet" })).toBeVisible();
  });

  it("keeps what is typed while it is saved", async () => {
    const answer = deferred<unknown>();
    const { user } = open({ [`PUT ${address}`]: () => answer.promise });
    await user.type(await subject(), "!");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await user.type(await subject(), "?");
    await act(async () => answer.settle(sampleDraft({ isStored: true, subject: "New this week!" })));
    expect(await screen.findByText("Issue saved")).toBeVisible();
    expect(await subject()).toHaveValue("New this week!?");
    expect(screen.getByText("Unsaved changes")).toBeVisible();
  });

  it("shows the server's errors at their fields", async () => {
    const [ofSubject, ofItems] = ["Please enter a subject", "Please add at least one tool"];
    const fields = [
      { field: "subject", message: ofSubject },
      { field: "items", message: ofItems },
    ];
    const { user } = open({ [`PUT ${address}`]: () => refusal(422, "Please enter a subject and more", { fields }) });
    await user.clear(await subject());
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(async () => expect(await subject()).toHaveFocus());
    expect(await subject()).toHaveAccessibleDescription(ofSubject);
    expect(screen.getByRole("combobox", { name: "Add a tool" })).toHaveAccessibleDescription(ofItems);
  });

  it("starts over after a question", async () => {
    const { server, user } = open({ [draft]: sampleDraft({ isStored: true, subject: "Mine" }) });
    server.replies[`DELETE ${address}`] = () => {
      server.replies[draft] = sampleDraft();
      return done();
    };
    await user.type(await subject(), "!");
    await user.click(screen.getByRole("button", { name: "Start over" }));
    const question = screen.getByRole("alertdialog", { name: "Start this issue over?" });
    await user.click(within(question).getByRole("button", { name: "Start over" }));
    expect(await screen.findByText("Started over")).toBeVisible();
    expect(await subject()).toHaveValue("New this week");
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});

describe("the tools", () => {
  it("are found and added to a section, each once", async () => {
    const more = { logo: "", website: "", categories: ["Audio", "Video"] };
    const rows = [1, 8, 9].map((id) => ({ ...sampleItem(id, "new", "Twin").product, ...more }));
    const { user, sent } = open({ "GET /api/admin/product-rows": rows, [`PUT ${address}`]: sampleDraft() });
    const box = await screen.findByRole("combobox", { name: "Add a tool" });
    await user.selectOptions(screen.getByRole("combobox", { name: "Add to section" }), "to Deals");
    await user.type(box, "twin");
    const options = await screen.findAllByRole("option", { name: /^Twin/ });
    expect(options.map((option) => option.textContent)).toEqual(["TwinAudio, Video", "Twin (tool-9)Audio, Video"]);
    await user.keyboard("{ArrowDown}{Enter}");
    expect(screen.getByText("Twin added to Deals")).toBeInTheDocument();
    expect(lines()).toEqual(["New", "Tool 1", "Tool 2", "Featured", "Tool 3", "Deals", "Twin", "Most popular"]);
    await user.click(screen.getByRole("button", { name: "Save" }));
    const items = [...input.items, ...itemsOf(["deals", 9])];
    await waitFor(() => expect(sent(`PUT ${address}`)).toEqual([{ ...input, items }]));
  });

  it("are removed, and the focus goes on", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Remove Tool 2" }));
    expect(screen.getByRole("button", { name: "Remove Tool 3" })).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("button", { name: "Remove Tool 1" })).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("combobox", { name: "Add a tool" })).toHaveFocus();
    expect(screen.getByText("No tools yet. Add one above.")).toBeVisible();
  });

  it("go to another section by a choice", async () => {
    const { user } = open();
    const choice = await screen.findByRole("combobox", { name: "Section of Tool 1" });
    await user.selectOptions(choice, "Featured");
    expect(lines()).toEqual(["New", "Tool 2", "Featured", "Tool 3", "Tool 1", "Deals", "Most popular"]);
  });

  it("are moved with keys, also past the heading of a section, and keep the focus", async () => {
    const { user } = open();
    const handle = await screen.findByRole("button", { name: "Move Tool 2" });
    handle.focus();
    await user.keyboard("{Enter}");
    expect(screen.getByText(/^Picked up Tool 2. New, 2 of 2\./)).toBeInTheDocument();
    await user.keyboard("{ArrowDown}");
    expect(screen.getByText("Tool 2: Featured, 1 of 2.")).toBeInTheDocument();
    await user.keyboard("{ArrowDown}{Enter}");
    expect(screen.getByText("Dropped Tool 2. Featured, 2 of 2.")).toBeInTheDocument();
    expect(lines()).toEqual(["New", "Tool 1", "Featured", "Tool 3", "Tool 2", "Deals", "Most popular"]);
    expect(screen.getByRole("button", { name: "Move Tool 2" })).toHaveFocus();
    await user.keyboard("{Enter}{Home}{Home}{Enter}");
    expect(lines()).toEqual(["New", "Tool 2", "Tool 1", "Featured", "Tool 3", "Deals", "Most popular"]);
    await user.keyboard("{Enter}{End}{Escape}");
    expect(lines()).toEqual(["New", "Tool 2", "Tool 1", "Featured", "Tool 3", "Deals", "Most popular"]);
  });
});
