import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { VerdictRow } from "../../api/schema.gen";
import { openAdmin } from "../../testing/admin-page";
import { deferred, expectLoading, present, textsOf } from "../../testing/page";
import { sampleProducts, sampleSite } from "../../testing/samples";
import { done, type Reply, refusal } from "../../testing/server";
import { pickTool } from "../../testing/user";

const path = "/api/admin/verdicts";

const verdict: VerdictRow = {
  products: "1,2",
  name: "tool-1-vs-tool-2",
  title: "Tool 1 vs Tool 2",
  text: "Take **the first**.\nNot the second.",
  updatedAt: "2026-01-02T03:04:05Z",
  views: 1,
};

const open = (address: string, replies: Record<string, Reply> = {}) =>
  openAdmin(address, {
    "GET /api/site": sampleSite(),
    "GET /api/admin/product-rows": sampleProducts(1, 6),
    [`GET ${path}`]: [verdict],
    ...replies,
  });

const save = (ids: string) => `PUT /api/compare/${encodeURIComponent(ids)}/verdict`;
const button = (name: string) => screen.findByRole("button", { name });
const text = () => screen.findByRole("textbox", { name: "Verdict" });
const compared = () => textsOf(screen.getByRole("list", { name: "Compared tools" }).children);

async function choose(user: ReturnType<typeof open>["user"], ...names: string[]) {
  const search = await screen.findByRole("combobox", { name: "Add a tool" });
  for (const name of names) await pickTool(user, search, name);
}

describe("the list of verdicts", () => {
  it("shows each with its first line and its views, and links to its page", async () => {
    const { user } = open("/admin/verdicts", {
      "GET /api/admin/product-rows": sampleProducts(1, 10),
      [`GET ${path}`]: [verdict, { ...verdict, products: "2,10,99", name: "", title: "", views: 1204 }],
    });
    expect(await screen.findByText("2 verdicts")).toBeVisible();
    expect(screen.getByRole("link", { name: "Comparisons" })).toHaveAttribute("aria-current", "page");
    expect(await screen.findByText("Tool 10, Tool 2 and a tool in the trash")).toBeVisible();
    const [first, second] = within(screen.getByRole("list", { name: "Verdicts" })).getAllByRole("listitem");
    expect(first).toHaveTextContent("Take **the first**.");
    expect(first).not.toHaveTextContent("Not the second.");
    expect(first).toHaveTextContent("1 view in 30 days");
    expect(second).toHaveTextContent("1,204 views in 30 days");
    await user.click(await button("More actions for the verdict on Tool 1 vs Tool 2"));
    expect(screen.getByRole("link", { name: /^View the verdict/ })).toHaveAttribute(
      "href",
      "/compare/tool-1-vs-tool-2",
    );
  });

  it("deletes a verdict after a confirmation", async () => {
    const call = save("1,2").replace("PUT", "DELETE");
    const { user, server, sent } = open("/admin/verdicts", { [call]: done });
    await user.click(await button("More actions for the verdict on Tool 1 vs Tool 2"));
    await user.click(await button("Delete the verdict on Tool 1 vs Tool 2"));
    server.replies[`GET ${path}`] = [];
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Verdict deleted")).toBeVisible();
    expect(sent(call)).toHaveLength(1);
    expect(await screen.findByRole("heading", { name: "No verdicts yet" })).toBeVisible();
  });

  it("can be loaded again after a failure", async () => {
    const openList = (replies: Record<string, Reply>) => open("/admin/verdicts", replies);
    await expectLoading(openList, `GET ${path}`, { failed: "The site is busy.", reply: [] });
    expect(await screen.findByRole("heading", { name: "No verdicts yet" })).toBeVisible();
  });
});

describe("the editor", () => {
  it("writes a verdict on tools that are found and removed, and returns to the list", async () => {
    const { user, sent } = open("/admin/verdicts?edit=new", { [save("2,4")]: verdict });
    await choose(user, "Tool 4", "Tool 3", "Tool 2");
    await user.click(await button("Remove Tool 3"));
    expect(screen.getByRole("combobox", { name: "Add a tool" })).toHaveFocus();
    expect(compared()).toEqual([expect.stringContaining("Tool 4"), expect.stringContaining("Tool 2")]);
    expect(screen.getByRole("link", { name: /^View comparison/ })).toHaveAttribute("href", "/compare/4-vs-2");
    await user.type(await text(), "Take the fourth.");
    expect(screen.getByText("Markdown. 16 of 5,000 characters.")).toBeVisible();
    expect(screen.getByText("Unsaved changes")).toBeVisible();
    await user.click(await button("Save"));
    expect(await screen.findByText("Verdict saved")).toBeVisible();
    expect(sent(save("2,4"))).toEqual([{ text: "Take the fourth." }]);
    expect(present()).toBe("/admin/verdicts");
    expect(screen.getByRole("main")).toHaveFocus();
  });

  it("takes at most four tools", async () => {
    const { user } = open("/admin/verdicts?edit=new");
    await choose(user, "Tool 1", "Tool 2", "Tool 3", "Tool 4");
    const search = screen.getByRole("combobox", { name: "Add a tool" });
    expect(search).toHaveAttribute("readonly");
    expect(search).toHaveAttribute("placeholder", "A comparison has at most 4 tools");
  });

  it("says what is missing or too long, and sends nothing", async () => {
    const { user, server } = open("/admin/verdicts?edit=new");
    await choose(user, "Tool 1");
    await user.click(await button("Save"));
    expect(screen.getByText("Please choose two to four tools")).toBeVisible();
    expect(screen.getByText("Please enter a verdict")).toBeVisible();
    expect(screen.getByRole("combobox", { name: "Add a tool" })).toHaveFocus();
    await user.click(await text());
    await user.paste("é".repeat(5001));
    await user.click(await button("Save"));
    expect(screen.getByText("Please use at most 5000 characters")).toBeVisible();
    expect(server.changes()).toEqual([]);
  });

  it("leads to the verdict that there is already on the same tools", async () => {
    const { user } = open("/admin/verdicts?edit=new");
    await choose(user, "Tool 2", "Tool 1");
    expect(screen.getByText(/There is a verdict on these tools already/)).toBeVisible();
    expect(await button("Save")).toBeDisabled();
    expect(screen.getByRole("link", { name: "Edit it" })).toHaveAttribute("href", "/admin/verdicts?edit=1,2");
  });

  it("changes the text of a verdict, whose tools stay", async () => {
    const { user, sent } = open("/admin/verdicts?edit=1,2", { [save("1,2")]: verdict });
    expect(await text()).toHaveValue(verdict.text);
    await waitFor(() => expect(compared()).toHaveLength(2));
    expect(screen.queryByRole("combobox")).toBeNull();
    expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
    expect(await button("Save")).toBeDisabled();
    await user.clear(await text());
    await user.type(await text(), "Changed");
    await user.click(await button("Save"));
    expect(await screen.findByText("Verdict saved")).toBeVisible();
    expect(sent(save("1,2"))).toEqual([{ text: "Changed" }]);
  });

  it("shows why the server refuses a verdict, and is busy until it answers", async () => {
    const answer = deferred<unknown>();
    const { user } = open("/admin/verdicts?edit=1,2", { [save("1,2")]: () => answer.promise });
    await user.type(await text(), "!");
    await user.click(await button("Save"));
    expect(await button("Saving...")).toBeDisabled();
    const fields = [{ field: "text", message: "Please use other words" }];
    answer.settle(refusal(422, "Please check the fields.", { fields }));
    expect(await screen.findByText("Please use other words")).toBeVisible();
    expect(await text()).toHaveFocus();
  });

  it("says so if the verdict doesn't exist", async () => {
    open("/admin/verdicts?edit=3,4");
    expect(await screen.findByRole("heading", { name: "Verdict not found" })).toBeVisible();
  });
});
