import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { openAdmin } from "../../testing/admin-page";
import { expectLoading } from "../../testing/page";
import { done, type Reply, refusal } from "../../testing/server";

const categories = [
  { id: 1, name: "Audio", slug: "audio", group: "Sound", count: 12 },
  { id: 2, name: "Éditing", slug: "editing", group: "Sound", count: 1 },
  { id: 3, name: "Video", slug: "video", group: "Pictures", count: 1_284 },
  { id: 4, name: "Zebras", slug: "zebras", group: "Other", count: 0 },
];

const read = "GET /api/admin/categories";

const open = (replies: Record<string, Reply> = {}) =>
  openAdmin("/admin/categories", { [read]: categories, ...replies });

const rows = () => within(screen.getByRole("list", { name: "Categories" })).getAllByRole("listitem");

describe("the categories", () => {
  it("are listed with their URL and number of tools, which on a phone is beside the group", async () => {
    open();
    expect(await screen.findByText("4 categories")).toBeVisible();
    expect(rows().map((row) => row.textContent?.replace(/(Edit|Merge|Delete)+$/, ""))).toEqual([
      "Audio/category/audioSound · 12 tools12 tools",
      "Éditing/category/editingSound · 1 tool1 tool",
      "Video/category/videoPictures · 1,284 tools1,284 tools",
      "Zebras/category/zebrasOther · unusedUnused",
    ]);
  });

  it("show a skeleton, then why they could not be loaded, with a retry button, and what to do if there are none", async () => {
    await expectLoading(open, read, {
      loading: "Loading categories",
      failed: "Failed to fetch categoriesThe site is busy.",
      reply: [],
    });
    expect(await screen.findByRole("heading", { name: "No categories yet" })).toBeVisible();
  });

  it("are found by a part of their name, ignoring case and accents", async () => {
    const { user } = open();
    const search = await screen.findByRole("searchbox", { name: "Search categories" });
    await user.type(search, "EDIT");
    expect(rows()).toHaveLength(1);
    expect(screen.getByText("1 category found")).toBeInTheDocument();
    await user.clear(search);
    await user.type(search, "nothing");
    await user.click(screen.getByRole("button", { name: "Show all" }));
    expect(rows()).toHaveLength(4);
  });
});

describe("renaming", () => {
  it("is done in the row, and reloads the list", async () => {
    const { user, sent } = open({ "PUT /api/categories/1": { id: 1, name: "Sound", slug: "sound" } });
    await user.click(await screen.findByRole("button", { name: "Edit Audio" }));
    expect(screen.getByRole("textbox", { name: "New name of Audio" })).toHaveFocus();
    await user.keyboard("Sound{Enter}");
    expect(await screen.findByText("Audio is now Sound.")).toBeInTheDocument();
    expect(sent("PUT /api/categories/1")).toEqual([{ name: "Sound" }]);
    expect(sent(read)).toHaveLength(2);
    await waitFor(() => expect(screen.getByRole("button", { name: "Edit Audio" })).toHaveFocus());
  });

  it("is cancelled with Esc, and an unchanged name sends no request", async () => {
    const { server, user } = open();
    await user.click(await screen.findByRole("button", { name: "Edit Audio" }));
    await user.keyboard("Other{Escape}");
    await waitFor(() => expect(screen.getByRole("button", { name: "Edit Audio" })).toHaveFocus());
    await user.keyboard("{Enter}");
    await user.keyboard("{Enter}");
    expect(screen.queryByRole("textbox", { name: "New name of Audio" })).toBeNull();
    expect(server.changes()).toEqual([]);
  });

  const taken = "Another category already has this name. Merge the two instead.";
  it.each([
    ["a name that is taken", refusal(409, taken)],
    ["a name that breaks a rule", refusal(422, "no", { fields: [{ field: "name", message: taken }] })],
  ])("shows its error in the row: %s", async (_what, answer) => {
    const { user } = open({ "PUT /api/categories/1": answer });
    await user.click(await screen.findByRole("button", { name: "Edit Audio" }));
    await user.keyboard("Video{Enter}");
    const field = screen.getByRole("textbox", { name: "New name of Audio" });
    await waitFor(() => expect(field).toBeInvalid());
    expect(field).toHaveValue("Video");
    expect(field).toHaveAccessibleDescription(taken);
  });
});

describe("the group", () => {
  it("is changed in the row, and emptied to have the suggested one again", async () => {
    const put = "PUT /api/categories/1";
    const { user, sent } = open({ [put]: { id: 1, name: "Audio", slug: "audio", group: "Voices" } });
    await user.click(await screen.findByRole("button", { name: "Edit Audio" }));
    const group = screen.getByRole("combobox", { name: "Group of Audio" });
    expect(group).toHaveValue("Sound");
    expect([...document.querySelectorAll("datalist option")].map((option) => option.getAttribute("value"))).toEqual([
      "Other",
      "Pictures",
      "Sound",
    ]);
    await user.clear(group);
    await user.type(group, "Voices{Enter}");
    expect(await screen.findByText("Audio is now in Voices.")).toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: "Edit Audio" }));
    await user.clear(screen.getByRole("combobox", { name: "Group of Audio" }));
    await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(sent(put)).toEqual([
        { name: "Audio", group: "Voices" },
        { name: "Audio", group: "" },
      ]),
    );
  });
});

describe("merging", () => {
  it("shows what will happen first", async () => {
    const { user, sent } = open({ "POST /api/categories/1/merge": { id: 3, name: "Video", slug: "video" } });
    await user.click(await screen.findByRole("button", { name: "Merge Audio" }));
    const dialog = screen.getByRole("dialog", { name: "Merge Audio" });
    expect(within(dialog).getByRole("button", { name: "Merge" })).toBeDisabled();
    const into = within(dialog).getByRole("combobox", { name: "Merge into" });
    expect(within(into).queryByRole("option", { name: /Audio/ })).toBeNull();
    await user.selectOptions(into, "Video (1,284 tools)");
    expect(dialog).toHaveTextContent(
      "12 tools move to Video (1,284 tools now, up to 1,296 tools after). Audio is deleted, and its URL redirects to Video.",
    );
    await user.click(within(dialog).getByRole("button", { name: "Merge" }));
    expect(await screen.findByText("Audio was merged into Video.")).toBeInTheDocument();
    expect(sent("POST /api/categories/1/merge")).toEqual([{ into: 3 }]);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(sent(read)).toHaveLength(2);
  });

  it("shows that nothing moves for an empty category", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Merge Zebras" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Merge into" }), "Éditing (1 tool)");
    expect(screen.getByRole("dialog")).toHaveTextContent("No tools move. Zebras is deleted");
  });

  it("stays open and shows the error", async () => {
    const { user } = open({
      "POST /api/categories/1/merge": () => refusal(422, "no", { fields: [{ field: "into", message: "It is gone." }] }),
    });
    await user.click(await screen.findByRole("button", { name: "Merge Audio" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Merge into" }), "Video (1,284 tools)");
    await user.click(screen.getByRole("button", { name: "Merge" }));
    expect(await screen.findByText("It is gone.")).toBeVisible();
    expect(screen.getByRole("combobox", { name: "Merge into" })).toBeInvalid();
  });
});

describe("deleting", () => {
  it("is offered for a category without tools, after a confirmation, and shows when a tool uses it by now", async () => {
    const { server, user, sent } = open({
      "DELETE /api/categories/4": refusal(409, "A tool is in this category by now."),
    });
    await user.click(await screen.findByRole("button", { name: "Delete Zebras" }));
    expect(screen.getAllByRole("button", { name: /^Delete/, hidden: true })).toHaveLength(2);
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Cancel" }));
    expect(server.changes()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Delete Zebras" }));
    const question = within(screen.getByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect(await question.findByRole("alert")).toHaveTextContent("A tool is in this category by now.");
    server.replies["DELETE /api/categories/4"] = done;
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Zebras was deleted.")).toBeInTheDocument();
    expect(sent(read)).toHaveLength(2);
  });
});
