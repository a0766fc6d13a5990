import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { kinds } from "../../api/kinds.gen";
import { openAdmin } from "../../testing/admin-page";
import { expectLoading, present, stubNearness } from "../../testing/page";
import { sampleProduct } from "../../testing/samples";
import { busy, type Reply, refusal } from "../../testing/server";

const runway = sampleProduct(7, { name: "Runway", description: "Edits video.", website: "https://runway.example/" });

const entry = (id: number, overrides: object = {}) => ({
  id,
  at: new Date(Date.now() - id * 1000).toISOString(),
  actor: "ann@example.com",
  action: "update",
  object: "products",
  objectId: "7",
  version: 3,
  before: runway,
  after: { ...runway, description: "Edits film." },
  address: "203.0.113.7",
  requestId: "r-1",
  canUndo: true,
  undone: { version: 0, at: "", actor: "", left: 0 },
  ...overrides,
});

// Fixed, as around midnight an entry of today becomes one of yesterday.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 22, 12) }));

const page = (...entries: object[]) => ({ entries, next: 0 });

const open = (address: string, replies: Record<string, Reply> = {}) =>
  openAdmin(address, { "GET /api/audit": page(entry(1)), ...replies });

/** Opens the history with one entry, and the entry. */
async function openEntry(shown: object, text: string | RegExp, replies: Record<string, Reply> = {}) {
  const opened = open("/admin/history", { "GET /api/audit": page(shown), ...replies });
  await opened.user.click(await screen.findByText(text));
  return opened;
}

const openUpdate = (replies: Record<string, Reply> = {}) => openEntry(entry(1), /edited: description/, replies);

/** Clicks a button, and then the action of the question with this text. */
async function confirm({ user }: Opened, button: string, question: string, action: string, text = action) {
  await user.click(screen.getByRole("button", { name: button }));
  const asked = screen.getByRole("alertdialog", { name: question });
  await waitFor(() => expect(asked).toHaveTextContent(text));
  await user.click(within(asked).getByRole("button", { name: action }));
}

type Opened = ReturnType<typeof open>;

const reads = (server: { calls: { call: string }[] }) =>
  server.calls
    .map(({ call }) => call)
    .filter((call) => call.startsWith("GET /api/audit") && !call.includes("version=")); // the list, not a change's rows

describe("the history", () => {
  const signedIn = { action: "login", object: "users", before: null, after: null };

  it("describes each change in words, grouped by day", async () => {
    const entries = page(entry(2), entry(1, { ...signedIn, at: "2026-01-02T12:00:00Z" }));
    open("/admin/history", { "GET /api/audit": entries });
    const today = await screen.findByRole("region", { name: "Today" });
    expect(today).toHaveTextContent("ann@example.com edited Runway: description");
    expect(screen.getByRole("region", { name: "Jan 2, 2026" })).toHaveTextContent("ann@example.com signed in");
  });

  it("folds what one person did alike to several within a minute, and opens each", async () => {
    const upload = (id: number) => entry(id, { action: "upload", object: "images", objectId: `${id}`, before: null });
    const others = [
      entry(39, { actor: "bo@example.com" }),
      { ...upload(40), at: new Date(Date.now() - 9e5).toISOString() },
    ];
    const { user } = open("/admin/history", { "GET /api/audit": page(...[1, 2, 3].map(upload), ...others) });
    await user.click(await screen.findByText("3 images"));
    expect(screen.getByText("3 images").closest("summary")).toHaveTextContent("ann@example.com uploaded 3 images");
    const folded = within(screen.getByText("3 images").closest("li") as HTMLElement);
    expect(folded.getAllByRole("listitem")).toHaveLength(3);
    expect(screen.getAllByText(/edited/)).toHaveLength(1);
    await user.click(folded.getAllByRole("listitem")[1]?.querySelector("summary") as HTMLElement);
    expect(folded.getAllByText(/from 203.0.113.7/)).toHaveLength(1);
  });

  it("shows the state before and after side by side, with the differences marked", async () => {
    const { container } = await openUpdate();
    const details = screen.getByText("description", { selector: "dt" }).parentElement as HTMLElement;
    expect(details).toHaveTextContent("descriptionBefore: Edits video.After: Edits film.");
    expect([...container.querySelectorAll("del, ins")].map((mark) => mark.textContent)).toEqual(["video", "film"]);
    expect(screen.getByText(/from 203.0.113.7/)).toHaveTextContent("· request r-1");
  });

  it("says that a save without a difference has none, and offers no version to restore", async () => {
    await openEntry(entry(1, { action: "update", before: { name: "Runway" }, after: { name: "Runway" } }), "Runway");
    expect(screen.getByText("No difference.")).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Restore this version/ })).toBeNull();
  });

  it.each(["before", "after"])("restores a product to its state %s a change, after a confirmation", async (state) => {
    const opened = await openUpdate({ "POST /api/products/7/restore": runway });
    await confirm(opened, `Restore this version ${state} the change`, "Restore Runway?", "Restore");
    expect(await screen.findByText("Product restored")).toBeInTheDocument();
    expect(await screen.findByText(`Runway was restored to the version ${state} the change.`)).toBeInTheDocument();
    expect(opened.sent("POST /api/products/7/restore")).toEqual([{ entry: 1, state }]);
    await waitFor(() => expect(reads(opened.server)).toHaveLength(2));
  });

  it.each([
    [
      "an addition only the state after it",
      { action: "create", before: null },
      ["Restore this version after the change"],
    ],
    [
      "a deletion only the state before it",
      { action: "delete", after: null },
      ["Restore this version before the change"],
    ],
    ["a change of no product none", signedIn, []],
  ])("offers to restore of %s", async (_, changes, buttons) => {
    await openEntry(entry(1, changes), changes === signedIn ? /signed in/ : "Runway");
    const offered = screen.queryAllByRole("button", { name: /Restore/ });
    expect(offered.map(({ textContent }) => textContent)).toEqual(buttons);
  });

  it("keeps the confirmation open and shows the error", async () => {
    const opened = await openUpdate({ "POST /api/products/7/restore": () => refusal(404, "It is gone for good.") });
    await confirm(opened, "Restore this version before the change", "Restore Runway?", "Restore");
    expect(await screen.findByRole("alert")).toHaveTextContent("It is gone for good.");
  });

  const imported = entry(1, { action: "import", objectId: "", before: null, after: { created: 1, updated: 2 } });
  const deleted = (object: string, objectId: string, before: object = { name: "A vs B" }) =>
    entry(1, { object, objectId, before, after: null, action: "delete" });

  const what = "Visitors will see what was there before this change.";
  const every = "Visitors will see 3 tools as before this change.";
  const preview = (counts: object, rows: object[] = []) => ({
    "GET /api/undo/3": { total: 0, ready: 0, changed: 0, reverted: 0, purged: 0, rows, next: 0, ...counts },
  });
  const undoable: [string, ReturnType<typeof entry>, string | RegExp, string, string][] = [
    ["a collection", deleted("collections", "3", { title: "A vs B" }), /A vs B/, what, "Collection restored"],
    ["a verdict", deleted("comparison_verdicts", "1,2"), /A vs B/, what, "Verdict restored"],
    ["a legal page", deleted("legal_pages", "1"), /A vs B/, what, "Legal page restored"],
    ["the settings", deleted("site_settings", ""), /A vs B/, what, "Settings restored"],
    ["an import as a whole", imported, "3 tools", every, "3 tools restored"],
  ];
  const known = undoable.filter(([, { object }]) => kinds.has(object)); // a feature may be taken out
  it.each(known)("undoes the change of %s, after a confirmation", async (_, changed, words, text, restored) => {
    const counts = changed === imported ? { total: 3, ready: 3 } : {};
    const opened = await openEntry(changed, words, { ...preview(counts), "POST /api/undo": { restored: 3, left: 0 } });
    await confirm(opened, "Undo", "Undo this change?", "Undo", text);
    expect(await screen.findByText(restored)).toBeInTheDocument();
    expect(opened.sent("POST /api/undo")).toEqual([{ version: 3 }]);
    await waitFor(() => expect(reads(opened.server)).toHaveLength(2));
  });

  const runwayChanged = { id: 7, name: "Runway", was: { description: "Imported." }, now: { description: "Edited." } };
  const oneOfThree = preview({ total: 3, ready: 2, changed: 1 }, [runwayChanged]);

  it.each([
    ["leave", "Undo only the other 2", 1, "2 tools restored, 1 left as they are"],
    ["revert", "Undo all 3", 0, "3 tools restored"],
  ])("shows what has changed since, with both values, and can %s it", async (changedSince, choice, left, done) => {
    const opened = await openEntry(imported, "3 tools", {
      ...oneOfThree,
      "POST /api/undo": { restored: 3 - left, left },
    });
    await opened.user.click(screen.getByRole("button", { name: "Undo" }));
    const asked = screen.getByRole("alertdialog", { name: "Undo this change?" });
    expect(await within(asked).findByText(/^1 tool has changed since, out of 3\.$/)).toBeVisible();
    expect(asked).toHaveTextContent("descriptionAfter this change: Imported.Now: Edited.");
    await opened.user.click(within(asked).getByText(choice));
    await opened.user.click(within(asked).getByRole("button", { name: "Undo" }));
    expect(await screen.findByText(done)).toBeInTheDocument();
    expect(opened.sent("POST /api/undo")).toEqual([{ version: 3, changedSince }]);
  });

  it.each<[string, object, string]>([
    ["all of it", { total: 2, reverted: 2 }, "Nothing to undo. 2 tools are as before this change already."],
    ["deleted tools", { total: 2, purged: 2 }, "Nothing to undo. 2 tools are permanently deleted"],
  ])("says that there is nothing to undo: %s", async (_, counts, text) => {
    const opened = await openEntry(imported, "3 tools", preview(counts));
    await opened.user.click(screen.getByRole("button", { name: "Undo" }));
    const asked = screen.getByRole("alertdialog", { name: "Undo this change?" });
    expect(await within(asked).findByText(new RegExp(`^${text}`))).toBeVisible();
    expect(within(asked).getByRole("button", { name: "Undo" })).toBeDisabled();
  });

  it("shows why an undo could not be previewed, or failed", async () => {
    const opened = await openEntry(imported, "3 tools", { "GET /api/undo/3": busy });
    await opened.user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The site is busy.");
    Object.assign(opened.server.replies, oneOfThree, {
      "POST /api/undo": () => refusal(409, "The collection has changed since. Nothing was undone."),
    });
    await opened.user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText(/^1 tool has changed since/);
    await opened.user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The collection has changed since. Nothing was undone.");
  });

  const undone = { version: 9, at: "2026-11-22T10:00:00Z", actor: "bob@example.com", left: 0 };

  it("says that a change is undone, and offers to undo the rest of it", async () => {
    const { user, server } = await openEntry({ ...imported, undone, canUndo: false }, "3 tools");
    expect(screen.getByText("Undone", { selector: "span" })).toBeVisible();
    expect(screen.getByText(/^Undone by bob@example.com on Nov 22, 2026/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /Undo/ })).toBeNull();
    server.replies["GET /api/audit"] = page({ ...imported, undone: { ...undone, left: 1 } });
    await user.click(screen.getByRole("link", { name: "All by ann@example.com" }));
    await user.click(await screen.findByText("3 tools"));
    expect(screen.getByText(/, except 1 tool that had changed since\.$/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Undo the rest" })).toBeVisible();
  });

  const bulk = entry(1, {
    objectId: "",
    before: null,
    after: { count: 548, names: [], fields: ["section"], to: "Our Products" },
  });
  const rows = "GET /api/audit?version=3&object=products&limit=20";

  it("opens a change of several tools to its rows, searched and page by page", async () => {
    const { user, server } = await openEntry(bulk, "548 tools", {
      [rows]: { entries: [entry(1)], next: 5 },
      [`${rows}&before=5`]: page(entry(2, { objectId: "8", before: null, after: { ...runway, name: "Krea" } })),
      "GET /api/audit?version=3&object=products&search=nothing&limit=20": page(),
    });
    const list = await screen.findByRole("list", { name: "Tools of this change" });
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await waitFor(() => expect(within(list).getByText("Krea")).toBeVisible());
    await user.click(within(list).getByText("Runway"));
    expect(within(list).getByRole("button", { name: "Restore this version before the change" })).toBeVisible();
    server.replies["GET /api/audit"] = page();
    await user.type(screen.getByRole("searchbox", { name: "Search the tools of this change" }), "nothing");
    expect(await screen.findByText("No tools match.")).toBeVisible();
  });

  it("shows why the rows of a change could not be loaded, with a retry button", async () => {
    const openRows = (replies: Record<string, Reply>) => openEntry(bulk, "548 tools", replies);
    await openRows({ [rows]: busy });
    expect(await screen.findByText(/Couldn't load the tools of this change: The site is busy\./)).toBeVisible();
    expect(screen.getByRole("button", { name: "Try again to load the tools of this change" })).toBeEnabled();
  });

  it("is filtered by object and action, in the URL", async () => {
    const { server, user } = open("/admin/history");
    await user.selectOptions(await screen.findByRole("combobox", { name: "Area" }), "Categories");
    await user.selectOptions(screen.getByRole("combobox", { name: "Action" }), "Merged");
    expect(present()).toBe("/admin/history?object=categories&action=merge");
    await waitFor(() => expect(reads(server).at(-1)).toBe("GET /api/audit?object=categories&action=merge&limit=50"));
    await user.click(screen.getByRole("link", { name: "Clear" }));
    expect(present()).toBe("/admin/history");
  });

  it("is filtered by one product or one user, and cleared again", async () => {
    const { server, user } = await openUpdate();
    await user.click(screen.getByRole("link", { name: "All changes of Runway" }));
    expect(present()).toBe("/admin/history?object=products&objectId=7");
    await waitFor(() => expect(reads(server).at(-1)).toBe("GET /api/audit?object=products&objectId=7&limit=50"));
    await user.click(await screen.findByRole("link", { name: /Only Runway/ }));
    expect(present()).toBe("/admin/history?object=products");
    await user.click(await screen.findByText(/edited: description/));
    await user.click(screen.getByRole("link", { name: "All by ann@example.com" }));
    expect(present()).toBe("/admin/history?actor=ann%40example.com");
    expect(await screen.findByRole("link", { name: /Only ann@example.com/ })).toBeVisible();
  });

  it("shows that nothing matches, with a link to all changes", async () => {
    const { user } = open("/admin/history?action=merge", { "GET /api/audit": page() });
    expect(await screen.findByRole("heading", { name: "No matching changes" })).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Show all changes" }));
    expect(await screen.findByRole("heading", { name: "No changes yet" })).toBeVisible();
  });

  it("shows why it could not be loaded, with a retry button", async () => {
    const openHistory = (replies: Record<string, Reply>) => open("/admin/history", replies);
    await expectLoading(openHistory, "GET /api/audit", { failed: "The site is busy.", reply: page(entry(1)) });
    expect(await screen.findByText(/edited: description/)).toBeVisible();
  });
});

describe("older changes", () => {
  const pages = {
    "GET /api/audit?limit=50": { entries: [entry(9)], next: 9 },
    "GET /api/audit?limit=50&before=9": { entries: [entry(3)], next: 0 },
  };
  const shown = () => screen.getAllByText(/edited: description/).length;

  it("load on a click", async () => {
    const { user } = open("/admin/history", pages);
    await user.click(await screen.findByRole("button", { name: "Show older changes" }));
    await waitFor(() => expect(shown()).toBe(2));
    expect(screen.queryByRole("button", { name: "Show older changes" })).toBeNull();
  });

  it("load automatically when the end is near", async () => {
    const scrollIntoView = stubNearness();
    open("/admin/history", pages);
    await screen.findByRole("button", { name: "Show older changes" });
    act(() => scrollIntoView(true));
    await waitFor(() => expect(shown()).toBe(2));
  });

  it("that fail to load keep the list, and load on another click", async () => {
    const failing = { ...pages, "GET /api/audit?limit=50&before=9": busy };
    const { server, user } = open("/admin/history", failing);
    await user.click(await screen.findByRole("button", { name: "Show older changes" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The site is busy.");
    expect(shown()).toBe(1);
    Object.assign(server.replies, pages);
    await user.click(screen.getByRole("button", { name: "Show older changes" }));
    await waitFor(() => expect(shown()).toBe(2));
  });
});

describe("the trash", () => {
  const day = 24 * 60 * 60 * 1000;
  const deleted = (id: number, name: string, daysAgo: number) => ({
    product: sampleProduct(id, { name }),
    deletedAt: new Date(Date.now() - daysAgo * day).toISOString(),
    deletedBy: "ann@example.com",
  });

  it("shows how many of 30 days are left", async () => {
    const list = [deleted(1, "One", 0.001), deleted(2, "Two", 28.5), deleted(3, "Three", 29.5), deleted(4, "Four", 31)];
    open("/admin/history?view=trash", { "GET /api/trash": list });
    const rows = within(await screen.findByRole("list", { name: "Deleted products" })).getAllByRole("listitem");
    const left = rows.map((row) => /(\d+ days? left|Permanently deleted today)/.exec(row.textContent ?? "")?.[0]);
    expect(left).toEqual(["30 days left", "2 days left", "1 day left", "Permanently deleted today"]);
  });

  it("restores a product, after a confirmation", async () => {
    const opened: Opened = open("/admin/history?view=trash", {
      "GET /api/trash": [deleted(7, "Runway", 1)],
      "POST /api/products/7/restore": () => {
        opened.server.replies["GET /api/trash"] = [];
        return runway;
      },
    });
    await screen.findByRole("button", { name: "Restore Runway" });
    await confirm(opened, "Restore Runway", "Restore Runway?", "Restore");
    expect(await screen.findByRole("heading", { name: "The trash is empty" })).toBeVisible();
    expect(opened.sent("POST /api/products/7/restore")).toEqual([{}]);
  });

  it("restores several products at once, after a confirmation", async () => {
    const opened: Opened = open("/admin/history?view=trash", {
      "GET /api/trash": [deleted(1, "One", 1), deleted(2, "Two", 1), deleted(3, "Three", 1)],
      "POST /api/trash/restore": () => {
        opened.server.replies["GET /api/trash"] = [deleted(2, "Two", 1)];
        return { version: 9, changed: 2 };
      },
    });
    await opened.user.click(await screen.findByRole("checkbox", { name: "Select all 3 products" }));
    await opened.user.click(screen.getByRole("checkbox", { name: "Select Two" }));
    expect(screen.getByText("2 selected")).toBeVisible();
    await confirm(opened, "Restore 2 products", "Restore 2 products?", "Restore");
    expect(await screen.findByText("2 products restored.")).toBeInTheDocument();
    expect(opened.sent("POST /api/trash/restore")).toEqual([{ ids: [1, 3] }]);
    expect(await screen.findByText("1 product")).toBeVisible();
  });

  it("shows why it could not be loaded, with a retry button", async () => {
    const openTrash = (replies: Record<string, Reply>) => open("/admin/history?view=trash", replies);
    await expectLoading(openTrash, "GET /api/trash", { failed: "Failed to fetch the trash", reply: [] });
    expect(await screen.findByRole("heading", { name: "The trash is empty" })).toBeVisible();
  });
});
