import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { storeRecord } from "../../components/session-record";
import { administrator, openAdmin, refusal, stubServer } from "../../testing/admin-page";
import { present } from "../../testing/page";
import { sampleProduct } from "../../testing/samples";

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
  ...overrides,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 22, 12) }); // fixed, as around midnight an entry of today becomes one of yesterday
  localStorage.clear();
  storeRecord(administrator, Date.now());
});

afterEach(() => void vi.useRealTimers());

function open(address: string, replies: Record<string, unknown> = {}) {
  const server = stubServer({ "GET /api/audit": { entries: [entry(1)], next: 0 }, ...replies });
  return { server, ...openAdmin(address) };
}

const reads = (server: { calls: { call: string }[] }) =>
  server.calls.map(({ call }) => call).filter((call) => call.startsWith("GET /api/audit"));

describe("the history", () => {
  it("describes each change in words, grouped by day", async () => {
    open("/admin/history", {
      "GET /api/audit": {
        entries: [
          entry(2),
          entry(1, { at: "2026-01-02T12:00:00Z", action: "login", object: "users", before: null, after: null }),
        ],
        next: 0,
      },
    });
    const today = await screen.findByRole("region", { name: "Today" });
    expect(today).toHaveTextContent("ann@example.com changed description of Runway");
    expect(screen.getByRole("region", { name: "January 2, 2026" })).toHaveTextContent("ann@example.com signed in");
  });

  it("shows the state before and after side by side, with the differences marked", async () => {
    const { user, container } = open("/admin/history");
    await user.click(await screen.findByText(/changed description of/));
    const details = screen.getByText("description", { selector: "dt" }).parentElement as HTMLElement;
    expect(details).toHaveTextContent("descriptionBefore: Edits video.After: Edits film.");
    expect([...container.querySelectorAll("del, ins")].map((mark) => mark.textContent)).toEqual(["video", "film"]);
    expect(screen.getByText(/from 203.0.113.7 · request r-1/)).toBeVisible();
  });

  it.each(["before", "after"])("restores a product to its state %s a change, after a confirmation", async (state) => {
    const { server, user } = open("/admin/history", { "POST /api/products/7/restore": runway });
    await user.click(await screen.findByText(/changed description of/));
    await user.click(screen.getByRole("button", { name: `Restore the state ${state} this change` }));
    const question = screen.getByRole("alertdialog", { name: "Restore Runway?" });
    await user.click(within(question).getByRole("button", { name: "Restore" }));
    expect(await screen.findByText("Product restored")).toBeInTheDocument();
    expect(await screen.findByText(`Runway was restored to its state ${state} the change.`)).toBeInTheDocument();
    expect(server.calls.find(({ call }) => call.startsWith("POST"))?.body).toEqual({ entry: 1, state });
    await waitFor(() => expect(reads(server)).toHaveLength(2));
  });

  it.each([
    ["an addition", { action: "create", before: null }, "after"],
    ["a deletion", { action: "delete", after: null }, "before"],
  ])("offers for %s only the state in which the product existed", async (_, changes, state) => {
    const { user } = open("/admin/history", { "GET /api/audit": { entries: [entry(1, changes)], next: 0 } });
    await user.click(await screen.findByText("Runway"));
    const buttons = screen.getAllByRole("button", { name: /^Restore/ }).map(({ textContent }) => textContent);
    expect(buttons).toEqual([`Restore the state ${state} this change`]);
  });

  it("keeps the confirmation open and shows the error", async () => {
    const { user } = open("/admin/history", {
      "POST /api/products/7/restore": () => refusal(404, "It is gone for good."),
    });
    await user.click(await screen.findByText(/changed description of/));
    await user.click(screen.getByRole("button", { name: "Restore the state before this change" }));
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Restore" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("It is gone for good.");
  });

  it("offers no restore if no product state is stored", async () => {
    const signedIn = entry(1, { action: "login", object: "users", before: null, after: null });
    const { user } = open("/admin/history", { "GET /api/audit": { entries: [signedIn], next: 0 } });
    await user.click(await screen.findByText(/signed in/));
    expect(screen.queryByRole("button", { name: /Restore/ })).toBeNull();
  });

  const imported = entry(1, { action: "import", objectId: "", before: null, after: { created: 1, updated: 2 } });

  it.each([
    ["collections", "3", "Collection"],
    ["comparison_verdicts", "1,2", "Verdict"],
    ["legal_pages", "1", "Legal page"],
    ["site_settings", "", "Settings"],
  ])("undoes a change of %s", async (object, objectId, what) => {
    const changed = entry(1, { object, objectId, before: { name: "A vs B" }, after: null, action: "delete" });
    const { server, user } = open("/admin/history", {
      "GET /api/audit": { entries: [changed], next: 0 },
      "POST /api/undo": { restored: 1 },
    });
    await user.click(await screen.findByText(/A vs B/));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    const question = screen.getByRole("alertdialog", { name: "Undo this change?" });
    expect(question).toHaveTextContent("Visitors will see what was there before this change.");
    await user.click(within(question).getByRole("button", { name: "Undo" }));
    expect(await screen.findByText(`${what} restored`)).toBeInTheDocument();
    expect(server.calls.find(({ call }) => call.startsWith("POST"))?.body).toEqual({ version: 3 });
  });

  it("undoes an import as a whole, after a confirmation", async () => {
    const { server, user } = open("/admin/history", {
      "GET /api/audit": { entries: [imported], next: 0 },
      "POST /api/undo": { restored: 3 },
    });
    await user.click(await screen.findByText(/imported a file/));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await user.click(
      within(screen.getByRole("alertdialog", { name: "Undo this change?" })).getByRole("button", { name: "Undo" }),
    );
    expect(await screen.findByText("3 products restored")).toBeInTheDocument();
    expect(server.calls.find(({ call }) => call.startsWith("POST"))?.body).toEqual({ version: 3 });
    await waitFor(() => expect(reads(server)).toHaveLength(2));
  });

  it("undoes the deletion of a collection", async () => {
    const deleted = entry(1, { action: "delete", object: "collections", before: { title: "Best of" }, after: null });
    const { user } = open("/admin/history", {
      "GET /api/audit": { entries: [deleted], next: 0 },
      "POST /api/undo": { restored: 1 },
    });
    await user.click(await screen.findByText("Best of"));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    const question = screen.getByRole("alertdialog", { name: "Undo this change?" });
    expect(question).toHaveTextContent("Visitors will see what was there before this change.");
    await user.click(within(question).getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Collection restored")).toBeInTheDocument();
  });

  it("names what has changed since an import that cannot be undone", async () => {
    const { user } = open("/admin/history", {
      "GET /api/audit": { entries: [imported], next: 0 },
      "POST /api/undo": () => refusal(409, "Changed since: “Runway”. Nothing was undone."),
    });
    await user.click(await screen.findByText(/imported a file/));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Changed since: “Runway”. Nothing was undone.");
  });

  it("is filtered by object and action, in the URL", async () => {
    const { server, user } = open("/admin/history");
    await user.selectOptions(await screen.findByRole("combobox", { name: "What" }), "Categories");
    await user.selectOptions(screen.getByRole("combobox", { name: "Done" }), "Merged");
    expect(present()).toBe("/admin/history?object=categories&action=merge");
    await waitFor(() => expect(reads(server).at(-1)).toBe("GET /api/audit?object=categories&action=merge&limit=50"));
    await user.click(screen.getByRole("link", { name: "Clear" }));
    expect(present()).toBe("/admin/history");
  });

  it("is filtered by one product or one user, and cleared again", async () => {
    const { server, user } = open("/admin/history");
    await user.click(await screen.findByText(/changed description of/));
    await user.click(screen.getByRole("link", { name: "All changes of Runway" }));
    expect(present()).toBe("/admin/history?object=products&objectId=7");
    await waitFor(() => expect(reads(server).at(-1)).toBe("GET /api/audit?object=products&objectId=7&limit=50"));
    await user.click(await screen.findByRole("link", { name: /Only Runway/ }));
    expect(present()).toBe("/admin/history?object=products");
    await user.click(await screen.findByText(/changed description of/));
    await user.click(screen.getByRole("link", { name: "All by ann@example.com" }));
    expect(present()).toBe("/admin/history?actor=ann%40example.com");
    expect(await screen.findByRole("link", { name: /Only ann@example.com/ })).toBeVisible();
  });

  it("shows that nothing matches, with a link to all changes", async () => {
    const { user } = open("/admin/history?action=merge", { "GET /api/audit": { entries: [], next: 0 } });
    expect(await screen.findByRole("heading", { name: "No matching changes" })).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Show all changes" }));
    expect(await screen.findByRole("heading", { name: "No changes yet" })).toBeVisible();
  });

  it("shows why it could not be loaded, with a retry button", async () => {
    const { server, user } = open("/admin/history", { "GET /api/audit": () => refusal(503, "The site is busy.") });
    expect(await screen.findByRole("alert")).toHaveTextContent("The site is busy.");
    server.replies["GET /api/audit"] = { entries: [entry(1)], next: 0 };
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText(/changed description of/)).toBeVisible();
  });
});

describe("older changes", () => {
  const pages = {
    "GET /api/audit?limit=50": { entries: [entry(9)], next: 9 },
    "GET /api/audit?limit=50&before=9": { entries: [entry(3)], next: 0 },
  };
  const shown = () => screen.getAllByText(/changed description of/).length;

  it("load on a click", async () => {
    const { user } = open("/admin/history", pages);
    await user.click(await screen.findByRole("button", { name: "Show older changes" }));
    await waitFor(() => expect(shown()).toBe(2));
    expect(screen.queryByRole("button", { name: "Show older changes" })).toBeNull();
  });

  it("load automatically when the end is near", async () => {
    const near: (() => void)[] = [];
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
          near.push(() => callback([{ isIntersecting: true }]));
        }
        observe() {}
        disconnect() {}
      },
    );
    open("/admin/history", pages);
    await screen.findByRole("button", { name: "Show older changes" });
    act(() => near.at(-1)?.());
    await waitFor(() => expect(shown()).toBe(2));
  });

  it("that fail to load keep the list, and load on another click", async () => {
    const failing = { ...pages, "GET /api/audit?limit=50&before=9": () => refusal(503, "The site is busy.") };
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
    const left = rows.map((row) => /(\d+ days? left|Deleted for good today)/.exec(row.textContent ?? "")?.[0]);
    expect(left).toEqual(["30 days left", "2 days left", "1 day left", "Deleted for good today"]);
  });

  it("restores a product, after a confirmation", async () => {
    const { server, user } = open("/admin/history?view=trash", {
      "GET /api/trash": [deleted(7, "Runway", 1)],
      "POST /api/products/7/restore": () => {
        server.replies["GET /api/trash"] = [];
        return runway;
      },
    });
    await user.click(await screen.findByRole("button", { name: "Restore Runway" }));
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Restore" }));
    expect(await screen.findByRole("heading", { name: "The trash is empty" })).toBeVisible();
    expect(server.calls.find(({ call }) => call.startsWith("POST"))?.body).toEqual({});
  });

  it("shows why it could not be loaded, with a retry button", async () => {
    const { server, user } = open("/admin/history?view=trash", {
      "GET /api/trash": () => refusal(503, "The site is busy."),
    });
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to fetch the trash");
    server.replies["GET /api/trash"] = [];
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "The trash is empty" })).toBeVisible();
  });
});
