import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { storeRecord } from "../../components/session-record";
import { administrator, openAdmin, refusal, stubServer } from "../../testing/admin-page";

const categories = [
  { id: 1, name: "Audio", slug: "audio", count: 12 },
  { id: 2, name: "Éditing", slug: "editing", count: 1 },
  { id: 3, name: "Video", slug: "video", count: 1_284 },
  { id: 4, name: "Zebras", slug: "zebras", count: 0 },
];

beforeEach(() => {
  localStorage.clear();
  storeRecord(administrator, Date.now());
});

function open(replies: Record<string, unknown> = {}) {
  const server = stubServer({ "GET /api/admin/categories": categories, ...replies });
  return { server, ...openAdmin("/admin/categories") };
}

const rows = () => within(screen.getByRole("list", { name: "Categories" })).getAllByRole("listitem");
const reads = (server: { calls: { call: string }[] }) =>
  server.calls.filter(({ call }) => call === "GET /api/admin/categories").length;

describe("the categories", () => {
  it("are listed with their URL and number of tools", async () => {
    open();
    expect(await screen.findByText("4 categories")).toBeVisible();
    expect(rows().map((row) => row.textContent?.replace(/(Rename|Merge|Delete)+$/, ""))).toEqual([
      "Audio/category/audio12 tools",
      "Éditing/category/editing1 tool",
      "Video/category/video1,284 tools",
      "Zebras/category/zebrasUnused",
    ]);
  });

  it("show a skeleton while they load", () => {
    open({ "GET /api/admin/categories": new Promise(() => undefined) });
    return waitFor(() => expect(screen.getByText("Loading categories")).toBeInTheDocument());
  });

  it("show what to do if there are none", async () => {
    open({ "GET /api/admin/categories": [] });
    expect(await screen.findByRole("heading", { name: "No categories yet" })).toBeVisible();
  });

  it("show why they could not be loaded, with a retry button", async () => {
    const { server, user } = open({ "GET /api/admin/categories": () => refusal(503, "The site is busy.") });
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to fetch categoriesThe site is busy.");
    server.replies["GET /api/admin/categories"] = categories;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("4 categories")).toBeVisible();
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
    const { server, user } = open({ "PUT /api/categories/1": { id: 1, name: "Sound", slug: "sound" } });
    await user.click(await screen.findByRole("button", { name: "Rename Audio" }));
    expect(screen.getByRole("textbox", { name: "New name of Audio" })).toHaveFocus();
    await user.keyboard("Sound{Enter}");
    expect(await screen.findByText("Audio is now Sound.")).toBeInTheDocument();
    expect(server.calls.find(({ call }) => call.startsWith("PUT"))?.body).toEqual({ name: "Sound" });
    expect(reads(server)).toBe(2);
    await waitFor(() => expect(screen.getByRole("button", { name: "Rename Audio" })).toHaveFocus());
  });

  it("is cancelled with Esc, and an unchanged name sends no request", async () => {
    const { server, user } = open();
    await user.click(await screen.findByRole("button", { name: "Rename Audio" }));
    await user.keyboard("Other{Escape}");
    await waitFor(() => expect(screen.getByRole("button", { name: "Rename Audio" })).toHaveFocus());
    await user.keyboard("{Enter}");
    await user.keyboard("{Enter}");
    expect(screen.queryByRole("textbox", { name: "New name of Audio" })).toBeNull();
    expect(server.calls.some(({ call }) => call.startsWith("PUT"))).toBe(false);
  });

  it.each([
    ["a name that is taken", refusal(409, "Another category already has this name. Merge the two instead.")],
    [
      "a name that breaks a rule",
      refusal(422, "no", {
        fields: [{ field: "name", message: "Another category already has this name. Merge the two instead." }],
      }),
    ],
  ])("shows its error in the row: %s", async (_what, answer) => {
    const { user } = open({ "PUT /api/categories/1": answer });
    await user.click(await screen.findByRole("button", { name: "Rename Audio" }));
    await user.keyboard("Video{Enter}");
    const field = screen.getByRole("textbox", { name: "New name of Audio" });
    await waitFor(() => expect(field).toBeInvalid());
    expect(field).toHaveValue("Video");
    expect(field).toHaveAccessibleDescription("Another category already has this name. Merge the two instead.");
  });
});

describe("merging", () => {
  it("shows what will happen first", async () => {
    const { server, user } = open({ "POST /api/categories/1/merge": { id: 3, name: "Video", slug: "video" } });
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
    expect(server.calls.find(({ call }) => call.includes("merge"))?.body).toEqual({ into: 3 });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(reads(server)).toBe(2);
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
  it("is offered for a category without tools, after a confirmation", async () => {
    const { server, user } = open({ "DELETE /api/categories/4": () => new Response(null, { status: 204 }) });
    await user.click(await screen.findByRole("button", { name: "Delete Zebras" }));
    expect(screen.getAllByRole("button", { name: /^Delete/, hidden: true })).toHaveLength(2);
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Cancel" }));
    expect(server.calls.some(({ call }) => call.startsWith("DELETE"))).toBe(false);
    await user.click(screen.getByRole("button", { name: "Delete Zebras" }));
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Zebras was deleted.")).toBeInTheDocument();
    expect(reads(server)).toBe(2);
  });

  it("shows that a tool uses the category by now", async () => {
    const { user } = open({ "DELETE /api/categories/4": () => refusal(409, "A tool is in this category by now.") });
    await user.click(await screen.findByRole("button", { name: "Delete Zebras" }));
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("A tool is in this category by now.");
    expect(screen.getByRole("alertdialog")).toBeVisible();
  });
});
