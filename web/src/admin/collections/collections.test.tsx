import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Collection, CollectionRow } from "../../api/schema.gen";
import { openAdmin } from "../../testing/admin-page";
import { deferred, expectLoading } from "../../testing/page";
import { sampleAdminProducts, sampleProducts, sampleSite } from "../../testing/samples";
import { busy, done, pageOf, type Reply, refusal } from "../../testing/server";
import { pickTool } from "../../testing/user";

const path = "/api/admin/collections";
const unset = "0001-01-01T00:00:00Z";

const stored: Collection = {
  id: 3,
  slug: "best-of",
  title: "Best of",
  introduction: "Why",
  author: "Ann",
  status: "published",
  publishedAt: "2026-01-02T03:04:05Z",
  tools: [
    { id: 2, note: "Good" },
    { id: 99, note: "gone" },
    { id: 1, note: "" },
  ],
  oldSlugs: [],
  createdAt: "2026-01-02T03:04:05Z",
  updatedAt: "2026-01-02T03:04:05Z",
  version: 4,
};

const { id, slug, title, status, publishedAt, updatedAt } = stored;
const row: CollectionRow = {
  ...{ id, slug, title, status, publishedAt, updatedAt },
  tools: [2, 1],
  reasons: ["It has fewer than 5 tools."],
  views: 1204,
};

const open = (address: string, replies: Record<string, Reply> = {}) =>
  openAdmin(address, {
    "GET /api/site": sampleSite(),
    "GET /api/admin/product-rows": sampleProducts(1, 4),
    "GET /api/drafting": { configured: true, message: "" },
    [`GET ${path}`]: [row],
    [`GET ${path}/3`]: stored,
    ...replies,
  });
const openEditor = (replies: Record<string, Reply>) => open("/admin/collections?edit=3", replies);

const field = (name: string) => screen.findByRole("textbox", { name });
const button = (name: string) => screen.findByRole("button", { name });
const tools = () => within(screen.getByRole("list", { name: /tools?$/ })).getAllByRole("listitem");
const names = () => tools().map((item) => item.getAttribute("aria-label"));

describe("the list of collections", () => {
  it("says what is published, scheduled and a draft, and what isn't indexed", async () => {
    const at = new Date(Date.now() + 86_400_000).toISOString();
    const { user } = open("/admin/collections", {
      [`GET ${path}`]: [
        row,
        { ...row, id: 4, title: "Later", publishedAt: at },
        { ...row, id: 5, title: "Draft", status: "draft", publishedAt: unset },
      ],
    });
    expect(await screen.findByText("3 collections")).toBeVisible();
    const rows = within(screen.getByRole("list", { name: "Collections" })).getAllByRole("listitem");
    expect(rows[0]).toHaveTextContent("Published");
    expect(rows[0]).toHaveTextContent("Not indexed by search engines: It has fewer than 5 tools.");
    expect(rows[0]).toHaveTextContent("1,204 views in 30 days");
    expect(rows[1]).toHaveTextContent("Scheduled");
    expect(rows[2]).toHaveTextContent("Draft");
    const inMenu = async (number: number) => {
      await user.click(screen.getAllByRole("button", { name: /^More actions/ })[number] as HTMLElement);
      return within(screen.getByRole("main")).queryByRole("link", { name: /^View / });
    };
    expect(await inMenu(0)).toHaveAttribute("href", "/best/best-of");
    expect(await inMenu(1)).toBeNull();
    expect(rows[0]?.querySelectorAll(".tool-marks .logo")).toHaveLength(2);
  });

  it("deletes a collection after a confirmation", async () => {
    const { user, sent } = open("/admin/collections", { [`DELETE ${path}/3`]: done });
    await user.click(await button("More actions for Best of"));
    await user.click(await button("Delete Best of"));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Collection deleted")).toBeVisible();
    expect(sent(`DELETE ${path}/3`)).toHaveLength(1);
  });

  it("may be empty, and can be loaded again after a failure", async () => {
    const openList = (replies: Record<string, Reply>) => open("/admin/collections", replies);
    await expectLoading(openList, `GET ${path}`, { failed: "The site is busy.", reply: [] });
    expect(await screen.findByRole("heading", { name: "No collections yet" })).toBeVisible();
  });
});

describe("the editor", () => {
  it("offers what the site's search finds where no tool has all words, but nothing before the answer", async () => {
    const answer = deferred<unknown>();
    const { user, server } = open("/admin/collections?edit=new", {
      "GET /api/admin/product-rows?search=tool%20for%20a%20bakery&limit=100": () => answer.promise,
    });
    const search = await screen.findByRole("combobox", { name: "Add a tool" });
    await user.type(search, "tool for a bakery");
    expect(search).toHaveAttribute("aria-busy", "true");
    expect(search).toHaveAccessibleDescription("Searching…");
    expect(screen.queryByRole("option")).toBeNull();
    answer.settle(pageOf(sampleAdminProducts(2).reverse(), new URLSearchParams()));
    const options = await screen.findAllByRole("option");
    expect(options.map((option) => option.querySelector(".option-name")?.textContent)).toEqual(["Tool 2", "Tool 1"]);
    server.replies["GET /api/admin/product-rows"] = busy;
    await user.type(search, "s");
    await waitFor(() => expect(search).toHaveAccessibleDescription("Couldn't search the tools: The site is busy."));
  });

  it("creates a collection with tools that are found, ordered and annotated", async () => {
    const { user, sent } = open("/admin/collections?edit=new", { [`POST ${path}`]: stored });
    await user.type(await field("Title"), "Best of");
    const search = await screen.findByRole("combobox", { name: "Add a tool" });
    for (const name of ["Tool 1", "Tool 2"]) await pickTool(user, search, name);
    const handle = await button("Move Tool 2");
    handle.focus();
    await user.keyboard("{Enter}{ArrowUp}{Enter}");
    expect(names()).toEqual(["Tool 2", "Tool 1"]);
    await user.type(await field("Note on Tool 2"), "Good");
    await user.click(screen.getByRole("radio", { name: "Published" }));
    await user.click(await button("Save"));
    expect(await screen.findByText("Collection saved")).toBeVisible();
    const [good, , plain] = stored.tools;
    expect(sent(`POST ${path}`)).toEqual([
      {
        ...{ title: "Best of", slug: "", introduction: "", author: "", status: "published", publishedAt: unset },
        tools: [good, plain],
        version: 0,
      },
    ]);
    await waitFor(() => expect(location.search).toBe("?edit=3"));
  });

  it("changes a collection, and keeps a tool in the trash", async () => {
    const { user, sent } = openEditor({ [`PUT ${path}/3`]: { ...stored, title: "Better" } });
    const title = await field("Title");
    expect(await screen.findByText(/1 tool in the trash/)).toBeVisible();
    await user.clear(title);
    await user.type(title, "Better");
    expect(screen.getByText("Unsaved changes")).toBeVisible();
    await user.click(await button("Remove Tool 1"));
    await user.click(await button("Save"));
    expect(await screen.findByText("Collection saved")).toBeVisible();
    expect(sent(`PUT ${path}/3`)).toMatchObject([
      { title: "Better", version: 4, publishedAt: stored.publishedAt, tools: [{ id: 2 }, { id: 99 }] },
    ]);
  });

  it("schedules a collection", async () => {
    const { user, sent } = openEditor({ [`PUT ${path}/3`]: stored });
    await user.click(await screen.findByRole("radio", { name: "Scheduled" }));
    const at = screen.getByLabelText("Publish at");
    await user.clear(at);
    await user.click(await button("Save"));
    expect(await screen.findByText("Please choose a date and time")).toBeVisible();
    await user.type(at, "2031-02-03T04:05");
    await user.click(await button("Save"));
    const publishedAt = new Date("2031-02-03T04:05").toISOString();
    await waitFor(() => expect(sent(`PUT ${path}/3`)).toMatchObject([{ status: "published", publishedAt }]));
  });

  it("shows at its fields why the server refuses them", async () => {
    const fields = [
      { field: "slug", message: "Another collection has this address." },
      { field: "tools[2].note", message: "Please use at most 500 characters" },
    ];
    const { user } = openEditor({
      [`PUT ${path}/3`]: () => refusal(422, "Please check the fields.", { fields }),
    });
    await user.type(await field("Author"), "x");
    await user.click(await button("Save"));
    expect(await screen.findByText("Another collection has this address.")).toBeVisible();
    expect(screen.getByText("Please use at most 500 characters")).toBeVisible();
    expect(
      screen.getByText("Please use at most 500 characters").parentElement?.querySelector("textarea"),
    ).toHaveFocus();
  });

  it("previews what isn't saved", async () => {
    const { user } = openEditor({
      "POST /api/admin/collection-preview": (body: unknown) => ({
        ...stored,
        introduction: `<p>${(body as Collection).introduction}</p>`,
        tools: [],
      }),
    });
    await user.type(await field("Introduction"), " not");
    await user.click(await button("Preview"));
    expect(within(await screen.findByRole("region", { name: "Preview" })).getByText("Why not")).toBeVisible();
  });
});
