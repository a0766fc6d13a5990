import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Synonym, VainSearch } from "../../api/schema.gen";
import { openAdmin } from "../../testing/admin-page";
import { expectLoading } from "../../testing/page";
import { done, type Reply, refusal } from "../../testing/server";

const read = "GET /api/admin/searches";
const readSynonyms = "GET /api/admin/synonyms";

const vain: VainSearch[] = [
  { key: "k1", words: "zithers", asked: 1234, found: 0, shownFor: "" },
  { key: "k2", words: "logo in aramaic", asked: 3, found: 2, shownFor: "logo" },
];

const at = "2026-11-29T10:00:00Z";
const quill: Synonym = { id: 7, says: "quill", means: "pen, pencil", createdAt: at, updatedAt: at };

const open = (replies: Record<string, Reply> = {}) =>
  openAdmin("/admin/searches", { [read]: vain, [readSynonyms]: [quill], ...replies });

const button = (name: string | RegExp) => screen.findByRole("button", { name });
const rowsOf = async (name: string) =>
  within(await screen.findByRole("list", { name }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

it("lists what was searched for in vain, and what was shown instead", async () => {
  open();
  expect(await rowsOf("Searches in vain")).toEqual([
    "zithers1,234 searchesShown instead: nothingAdd a toolAdd a synonymDismiss",
    "logo in aramaic3 searchesShown instead: 2 tools for logoAdd a toolAdd a synonymDismiss",
  ]);
});

it("says when nothing was, and why the lists could not be loaded", async () => {
  open({ [read]: [], [readSynonyms]: [] });
  expect(await screen.findByText(/^No searches in vain in the last 30 days\./)).toBeVisible();
  expect(screen.queryByRole("list", { name: "Searches in vain" })).toBeNull();
});

it.each([read, readSynonyms])("shows that %s is on its way, or why not", async (call) => {
  await expectLoading((replies) => open(replies), call, { failed: "The site is busy.", reply: [] });
});

it("begins a synonym with the words of a search, and adds it", async () => {
  const { user, sent, server } = open({ "POST /api/admin/synonyms": { ...quill, id: 8, says: "zithers" } });
  await user.click(await button("Add a synonym for zithers"));
  expect(screen.getByRole("textbox", { name: "People say" })).toHaveValue("zithers");
  const means = screen.getByRole("textbox", { name: "Tools say" });
  expect(means).toHaveFocus();
  await user.click(await button("Add"));
  expect(await screen.findByText("Please enter what tools say")).toBeVisible();
  expect(means).toHaveFocus();
  server.replies[readSynonyms] = [quill, { ...quill, id: 8, says: "zithers", means: "harp" }];
  server.replies[read] = [];
  await user.type(means, "harp");
  await user.click(await button("Add"));
  expect(await screen.findByText("Synonym added")).toBeVisible();
  expect(sent("POST /api/admin/synonyms")).toEqual([{ says: "zithers", means: "harp" }]);
  expect(await screen.findByText(/^No searches in vain/)).toBeVisible();
  expect(await rowsOf("Synonyms")).toEqual(["quillmeans pen, pencilEditDelete", "zithersmeans harpEditDelete"]);
  const says = screen.getByRole("textbox", { name: "People say" });
  expect(says).toHaveValue("");
  expect(says).toHaveFocus();
});

it("changes a synonym in its row, and says why not", async () => {
  const taken = "There is a synonym for this already";
  const refused = refusal(422, taken, { fields: [{ field: "says", message: taken }] });
  const { user, sent, server } = open({ "PUT /api/admin/synonyms/7": () => refused });
  await user.click(await button("Edit quill"));
  const row = within(screen.getByRole("list", { name: "Synonyms" }));
  const says = row.getByRole("textbox", { name: "People say" });
  expect(says).toHaveFocus();
  await user.type(says, "s");
  await user.click(row.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(says).toHaveAccessibleDescription(taken));
  server.replies["PUT /api/admin/synonyms/7"] = { ...quill, says: "quills" };
  server.replies[readSynonyms] = [{ ...quill, says: "quills" }];
  await user.click(row.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Synonym saved")).toBeVisible();
  expect(sent("PUT /api/admin/synonyms/7").at(-1)).toEqual({ says: "quills", means: "pen, pencil" });
  const edit = await button("Edit quills");
  await waitFor(() => expect(edit).toHaveFocus());
  await user.click(edit);
  await user.keyboard("{Escape}");
  expect(await button("Edit quills")).toBeVisible();
});

it("deletes a synonym with an undo", async () => {
  const { user, sent } = open({ "DELETE /api/admin/synonyms/7": done, "POST /api/admin/synonyms": quill });
  await user.click(await button("Delete quill"));
  expect(await screen.findByText("Synonym deleted")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "People say" })).toHaveFocus();
  await user.click(await button("Undo"));
  expect(await screen.findByText("Synonym restored")).toBeVisible();
  expect(sent("POST /api/admin/synonyms")).toEqual([{ says: "quill", means: "pen, pencil" }]);
});

it("dismisses a search, and adds a tool for one", async () => {
  const { user, server } = open({ "DELETE /api/admin/searches/k1": done });
  const dismiss = await button("Dismiss zithers");
  server.replies[read] = vain.slice(1);
  await user.click(dismiss);
  expect(await screen.findByText("Search dismissed")).toBeVisible();
  expect(await rowsOf("Searches in vain")).toHaveLength(1);
  expect(screen.getByRole("heading", { name: "Searches in vain" })).toHaveFocus();
  await user.click(await button("Add a tool for logo in aramaic"));
  expect(await screen.findByRole("dialog", { name: "Add Product" })).toBeVisible();
});
