import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { screens } from "../../admin-features";
import type { AdminProduct, ProductMove } from "../../api/admin-products";
import { meQuery } from "../../api/auth";
import { newQueryClient } from "../../api/client";
import type { LastBackup } from "../../api/schema.gen";
import { Toaster } from "../../kit/toast";
import { deferred, expectLoading, present } from "../../testing/page";
import { sampleAdminProduct, sampleAdminProducts } from "../../testing/samples";
import { done, meOf, pageOf, type Reply, refusal, stubServer } from "../../testing/server";
import { newUser } from "../../testing/user";
import { Dashboard } from "./dashboard";
import { backupWords, clicksOf } from "./figures";

/** The clicks: four on one tool. */
const visits = {
  "GET /api/admin/visits": { days: [], top: [], pages: [] },
  "GET /api/admin/visits/products": [{ id: 7, clicks: [3, 1] }],
  "GET /api/products/7/visits": { days: [] },
  "GET /api/admin/backup": { status: "off", endedAt: "0001-01-01T00:00:00Z" },
  "GET /api/admin/attention": [],
  "GET /api/admin/categories": [
    { id: 1, name: "Design", slug: "design", count: 1 },
    { id: 2, name: "Video", slug: "video", count: 1 },
  ],
};
const list = "GET /api/admin/product-rows";
const bulk = "POST /api/products/bulk";

interface Options {
  address?: string;
  /** The answers to calls. */
  replies?: Record<string, Reply>;
  /** The answers to moves, the first one to the first move; moves without one work. */
  moves?: unknown[];
}

/** Opens the dashboard with these products on the server, which moves them as it is told. */
function open(products: AdminProduct[], { address = "/admin", replies = {}, moves = [] }: Options = {}) {
  history.replaceState(null, "", address);
  const orders: number[][] = [];
  let current = products;
  const server = stubServer({
    [list]: () => current,
    "PATCH /api/products/reorder": async ({ move }: { move: ProductMove }) => {
      const answer = await (moves.shift() ?? { version: 1, updated: products.length });
      if (answer instanceof Response) return answer;
      current = reordered(current, move);
      orders.push(current.map(({ id }) => id));
      return answer;
    },
    ...visits,
    ...replies,
  });
  const queries = newQueryClient();
  queries.setQueryData(meQuery().queryKey, meOf("owner"));
  render(
    <QueryClientProvider client={queries}>
      <Dashboard />
      <Toaster />
    </QueryClientProvider>,
  );
  return { server, orders, user: newUser() };
}

function reordered(products: AdminProduct[], move: ProductMove): AdminProduct[] {
  const rest = products.filter(({ id }) => id !== move.id);
  const at = (wanted: number | undefined) => rest.findIndex(({ id }) => id === wanted);
  const position = move.place ? move.place - 1 : move.before ? at(move.before) : at(move.after) + 1;
  const order = [...rest.slice(0, position), ...products.filter(({ id }) => id === move.id), ...rest.slice(position)];
  return order.map((product, index) => ({ ...product, displayOrder: index + 1, place: index + 1 }));
}

const names = () => screen.queryAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);
const row = (name: string) => screen.getByRole("heading", { level: 3, name }).closest("li") as HTMLElement;

describe("what needs attention", () => {
  const needs = [
    { kind: "submissions", count: 1, url: "/admin/queue" },
    { kind: "no-price", count: 3470, url: "/admin/reach?list=no-price" },
    ...["ending", "searches", "no-logo", "later"].map((kind) => ({ kind, count: 2, url: "/admin" })),
  ];
  const region = () => within(screen.getByRole("region", { name: "Needs attention" }));

  it("is listed with its cure, five at first", async () => {
    const { user } = open([], { replies: { "GET /api/admin/attention": needs } });
    const review = await screen.findByRole("link", { name: "Review: submission is waiting" });
    expect(review).toHaveAttribute("href", "/admin/queue");
    expect(region().getByText("tools have no price").previousElementSibling).toHaveTextContent("3,470");
    expect(region().getByText("later")).not.toBeVisible();
    await user.click(region().getByText("1 more"));
    expect(region().getByText("later")).toBeVisible();
  });

  it("is nothing, or can't be loaded", async () => {
    open([]);
    expect(await screen.findByText("Nothing needs you.")).toBeVisible();
    cleanup();
    const { user } = open([], { replies: { "GET /api/admin/attention": refusal(503, "The site is busy.") } });
    expect(await region().findByRole("alert")).toHaveTextContent("The site is busy.");
    await user.click(region().getByRole("button", { name: "Try again" }));
  });
});

describe("the dashboard", () => {
  it("has the contract's title, count and hint", async () => {
    open(sampleAdminProducts(3));
    expect(screen.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeInTheDocument();
    expect(await screen.findByRole("heading", { level: 2, name: "Products (3)" })).toBeInTheDocument();
    expect(screen.getByText("Drag and drop to reorder products")).toBeInTheDocument();
  });

  it("shows each product with type, description, section and order", async () => {
    open([sampleAdminProduct(7, { name: "Runway", type: "Premium", displayOrder: 12, section: "Our Products" })]);
    await screen.findByText("Runway");
    for (const text of ["Premium", "Our Products", "Order: 12", /It's <useful>/])
      expect(within(row("Runway")).getByText(text)).toBeInTheDocument();
  });

  it("shows each product's clicks, and by day when they are pressed", async () => {
    const { user } = open([sampleAdminProduct(7)]);
    await user.click(await screen.findByRole("button", { name: /^Tool 7: ?4 clicks in 30 days$/ }));
    expect(screen.getByRole("dialog", { name: "Clicks and views of Tool 7" })).toBeInTheDocument();
    expect(await screen.findByText(/^No clicks or views of this tool/)).toBeInTheDocument();
  });

  it("previews the landing page, or else the website, in a new tab without opener", async () => {
    const { user } = open([sampleAdminProduct(7), sampleAdminProduct(8, { hasLandingPage: true })]);
    for (const [name, href] of [
      ["Tool 7", "https://tool-7.example"],
      ["Tool 8", "/products/8"],
    ]) {
      await user.click(await screen.findByRole("button", { name: `More actions for ${name}` }));
      const link = screen.getByRole("link", { name: `Preview ${name}` });
      expect(link).toHaveAttribute("href", href);
      expect(link).toHaveAttribute("target", "_blank");
      expect(link).toHaveAttribute("rel", "noopener noreferrer");
    }
  });

  it("shows the first steps if there are no products", async () => {
    open([]);
    expect(await screen.findByText("No products found")).toBeInTheDocument();
    expect(screen.getByText("Add your first product to get started")).toBeInTheDocument();
    for (const [name, tab] of [
      ["Site Texts", "texts"],
      ["Logo Settings", "logos"],
    ])
      expect(screen.getByRole("link", { name })).toHaveAttribute("href", `/admin/site-management?tab=${tab}`);
    const canImport = screens.some(({ path }) => path === "/admin/import"); // a feature that can be taken out
    const links = screen.queryAllByRole("link", { name: "Import" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(canImport ? ["/admin/import"] : []);
  });

  it("shows an error when the list cannot be loaded, with a retry button", async () => {
    await expectLoading((replies) => open([], { replies }), list, {
      failed: "The site is busy.",
      reply: sampleAdminProducts(2),
    });
    expect(await screen.findByText("Tool 1")).toBeInTheDocument();
  });

  it("renders only a part of a long list, and shows how long it is", async () => {
    open(sampleAdminProducts(5465));
    expect(await screen.findByText("Products (5,465)")).toBeInTheDocument();
    expect(names().length).toBeGreaterThan(5);
    expect(names().length).toBeLessThan(60);
    expect(row("Tool 2")).toHaveAttribute("aria-posinset", "2");
    expect(row("Tool 2")).toHaveAttribute("aria-setsize", "5465");
  });
});

describe("a list of more than 50 products", () => {
  const more = () => screen.queryByRole("button", { name: /^Show / });

  it("ends after 50, and each press shows 50 more, up to the end", async () => {
    const { user } = open(sampleAdminProducts(120));
    expect(await screen.findByText("50 of 120")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Show 50 more" }));
    expect(screen.getByText("100 of 120")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Show 20 more" }));
    expect(more()).toBeNull();
  });

  it("is selected as a whole", async () => {
    const { user } = open(sampleAdminProducts(120));
    await user.click(await screen.findByRole("checkbox", { name: "Select all 120 products" }));
    expect(screen.getByText("120 selected")).toBeInTheDocument();
  });

  it("grows to where keys go", async () => {
    const { user } = open(sampleAdminProducts(120));
    const first = await screen.findByRole("checkbox", { name: "Select Tool 1" });
    act(() => first.focus());
    await user.keyboard("{End}");
    await waitFor(() => expect(more()).toBeNull());
  });

  it("grows to where keys drag a product, which keeps the focus", async () => {
    const { orders, user } = open(sampleAdminProducts(120));
    const handle = await screen.findByRole("button", { name: "Move Tool 1" });
    act(() => handle.focus());
    await user.keyboard("{Enter}{End}");
    expect(screen.getByText("Tool 1: Position 120 of 120.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Move Tool 1" })).toHaveFocus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(orders[0]?.at(-1)).toBe(1));
  });
});

describe("the four figures", () => {
  const figure = async (label: string) => (await screen.findByText(label)).closest("li");
  const day = (clicks: number) => ({ day: "2026-11-21", views: 0, clicks });

  it("say what an administrator asks first, and link to more", async () => {
    const days = Array.from({ length: 60 }, (_, at) => day(at < 30 ? 10 : 11));
    open([sampleAdminProduct(7), sampleAdminProduct(8, { logo: "https://tool.example/logo.png" })], {
      replies: {
        "GET /api/admin/visits": { days, top: [], pages: [] },
        "GET /api/submissions": { counts: { pending: 6 }, submissions: [], next: 0, sendsMail: false },
        "GET /api/admin/backup": { status: "done", endedAt: new Date(Date.now() - 125 * 60_000).toISOString() },
      },
    });
    await waitFor(async () => expect(await figure("Clicks, 30 days")).toHaveTextContent(/330 \+10% compared/));
    await waitFor(async () => expect(await figure("Submissions")).toHaveTextContent("6 waiting"));
    expect(await figure("Missing logos")).toHaveTextContent("1 of 2 Find logos");
    await waitFor(async () => expect(await figure("Last backup")).toHaveTextContent("2 h ago"));
    for (const [name, path] of [
      ["Clicks", "/admin/traffic"],
      ["Submissions", "/admin/queue"],
    ])
      expect(screen.getByRole("link", { name: new RegExp(`^${name}`) })).toHaveAttribute("href", path);
  });

  it.each<[LastBackup["status"], string]>([
    ["off", "None"],
    ["pending", "Due soon"],
    ["running", "Running"],
    ["failed", "Failed 3 days ago"],
    ["done", "3 days ago"],
  ])("say of a backup that is %s: %s", (status, words) => {
    expect(backupWords({ status, endedAt: "2026-11-18T10:00:00Z" }, Date.parse("2026-11-21T12:00:00Z"))).toBe(words);
  });

  it("say what to do where no backup is scheduled, and nothing where no logo is missing", async () => {
    open([sampleAdminProduct(8, { logo: "https://tool.example/logo.png" })], {
      replies: { "GET /api/admin/backup": { status: "off", endedAt: "" } },
    });
    await waitFor(async () => expect(await figure("Last backup")).toHaveTextContent("None Set up backups"));
    expect(screen.getByRole("link", { name: /^Last backup/ })).toHaveAttribute("href", "/admin/jobs");
    expect(await figure("Missing logos")).toHaveTextContent(/0 of 1$/);
  });

  it("have no trend where nothing was clicked before", () => {
    expect(clicksOf([...Array(30).fill(day(0)), ...Array(30).fill(day(2))])).toEqual({ count: 60, trend: undefined });
  });
});

describe("a row's further actions", () => {
  it("are walked by keys, and closed by Escape, which returns the focus", async () => {
    const { user } = open(sampleAdminProducts(2));
    const button = await screen.findByRole("button", { name: "More actions for Tool 1" });
    button.focus();
    await user.keyboard("{Enter}");
    expect(button).toHaveAttribute("aria-expanded", "true");
    expect(screen.getByRole("link", { name: "Preview Tool 1" })).toHaveFocus();
    await user.keyboard("{ArrowUp}");
    expect(screen.getByRole("button", { name: "Delete Tool 1" })).toHaveFocus();
    await user.keyboard("{ArrowDown}{ArrowDown}{End}{Home}");
    expect(screen.getByRole("link", { name: "Preview Tool 1" })).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("link", { name: "Preview Tool 1" })).toBeNull();
    expect(button).toHaveFocus();
  });

  it("are closed by a press elsewhere, and when the page scrolls", async () => {
    const { user } = open(sampleAdminProducts(2));
    const button = await screen.findByRole("button", { name: "More actions for Tool 1" });
    await user.click(button);
    await user.click(screen.getByRole("heading", { level: 1 }));
    expect(button).toHaveAttribute("aria-expanded", "false");
    await user.click(button);
    act(() => void dispatchEvent(new Event("scroll")));
    expect(button).toHaveAttribute("aria-expanded", "false");
  });
});

describe("reordering by keyboard", () => {
  const drag = async (user: UserEvent, name: string, keys: string) => {
    const handle = await screen.findByRole("button", { name: `Move ${name}` });
    act(() => handle.focus());
    await user.keyboard(keys);
  };
  const inOrder = (...order: string[]) => waitFor(() => expect(names()).toEqual(order));

  it("moves immediately, announces each step and saves the result", async () => {
    const { server, user } = open(sampleAdminProducts(4));
    await drag(user, "Tool 1", "{Enter}");
    expect(screen.getByText(/^Picked up Tool 1\. Position 1 of 4\./)).toBeInTheDocument();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(screen.getByText("Tool 1: Position 3 of 4.")).toBeInTheDocument();
    expect(names()).toEqual(["Tool 2", "Tool 3", "Tool 1", "Tool 4"]);
    expect(screen.getByRole("button", { name: "Move Tool 1" })).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(screen.getByText("Dropped Tool 1. Position 3 of 4.")).toBeInTheDocument();
    expect(await screen.findByText("Order Updated")).toBeInTheDocument();
    expect(screen.getByText("Product order has been saved successfully.")).toBeInTheDocument();
    expect(server.changes()).toEqual([{ call: "PATCH /api/products/reorder", body: { move: { id: 1, after: 3 } } }]);
  });

  it("is reverted by Escape, without saving", async () => {
    const { server, user } = open(sampleAdminProducts(3));
    await drag(user, "Tool 3", " {Home}{Escape}");
    expect(screen.getByText("Cancelled. Tool 3 is back in place. Position 3 of 3.")).toBeInTheDocument();
    expect(names()).toEqual(["Tool 1", "Tool 2", "Tool 3"]);
    expect(server.changes()).toEqual([]);
  });

  it("that is refused goes back to the server's list and shows why", async () => {
    const moves = [refusal(422, "A product is not known. Nothing was moved.")];
    const { user } = open(sampleAdminProducts(3), { moves });
    await drag(user, "Tool 1", "{Enter}{End}{Enter}");
    expect(await screen.findByText("Update Failed")).toBeInTheDocument();
    expect(screen.getByText("A product is not known. Nothing was moved.")).toBeInTheDocument();
    await inOrder("Tool 1", "Tool 2", "Tool 3");
  });

  it("keeps both moves when the second starts while the first is being saved", async () => {
    const first = deferred<unknown>();
    const { server, orders, user } = open(sampleAdminProducts(3), { moves: [first.promise] });
    await drag(user, "Tool 1", "{Enter}{End}{Enter}");
    await inOrder("Tool 2", "Tool 3", "Tool 1");
    await drag(user, "Tool 3", "{Enter}{ArrowUp}{Enter}");
    await inOrder("Tool 3", "Tool 2", "Tool 1");
    expect(server.changes()).toHaveLength(1);
    first.settle({ version: 1, updated: 3 });
    await waitFor(() => expect(server.changes()).toHaveLength(2));
    await waitFor(() => expect(orders.map(String)).toEqual(["2,3,1", "3,2,1"]));
    expect(names()).toEqual(["Tool 3", "Tool 2", "Tool 1"]);
  });

  it("keeps the second move when the first is refused", async () => {
    const first = deferred<unknown>();
    const { orders, user } = open(sampleAdminProducts(3), { moves: [first.promise] });
    await drag(user, "Tool 1", "{Enter}{End}{Enter}");
    await drag(user, "Tool 3", "{Enter}{ArrowUp}{Enter}");
    first.settle(refusal(500, "Something went wrong."));
    await waitFor(() => expect(orders).toEqual([[1, 3, 2]]));
  });

  it("in a filtered list drops next to the new neighbor, and announces so", async () => {
    const five = [1, 2, 3, 4, 5].map((id) => sampleAdminProduct(id, { type: id % 2 ? "Free" : "Premium" }));
    const { orders, user } = open(five, { address: "/admin?type=Free" });
    await screen.findByText("Tool 1");
    expect(screen.getByText(/^You're reordering a filtered list/)).toBeInTheDocument();
    await drag(user, "Tool 1", "{Enter}{ArrowDown}{Enter}");
    await waitFor(() => expect(orders).toEqual([[2, 3, 1, 4, 5]]));
  });

  it("to a given position moves there, however far", async () => {
    const { orders, user } = open(sampleAdminProducts(300));
    await user.click(await screen.findByRole("button", { name: "Order: 2, move Tool 2 to position…" }));
    const field = screen.getByRole("textbox", { name: "New position" });
    await user.clear(field);
    await user.type(field, "301");
    expect(screen.getByText("Please enter a whole number from 1 to 300")).toBeInTheDocument();
    await user.clear(field);
    await user.type(field, "250{Enter}");
    await waitFor(() => expect(orders[0]?.indexOf(2)).toBe(249));
  });
});

describe("filtering", () => {
  it("follows what is typed and updates the URL", async () => {
    const { user } = open([sampleAdminProduct(1, { name: "Runway" }), sampleAdminProduct(2, { name: "Suno" })]);
    await screen.findByText("Runway");
    await user.keyboard("/sun");
    expect(screen.getByRole("searchbox", { name: "Search products" })).toHaveValue("sun");
    await waitFor(() => expect(names()).toEqual(["Suno"]));
    expect(screen.getByText("1 of 2 products")).toBeInTheDocument();
    await waitFor(() => expect(present()).toBe("/admin?search=sun"));
  });

  it("is read from the URL, and is cleared when nothing matches", async () => {
    const { user } = open(sampleAdminProducts(2), { address: "/admin?type=Premium&logo=missing" });
    expect(await screen.findByText("No products match your search")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: /^No logo/ })).toHaveAttribute("aria-pressed", "true");
    await user.click(screen.getByRole("button", { name: "Clear search and filters" }));
    await waitFor(() => expect(names()).toEqual(["Tool 1", "Tool 2"]));
    await waitFor(() => expect(present()).toBe("/admin"));
  });

  it("shows what the site's search finds where no product has all words, and none of it can be dragged", async () => {
    const products = sampleAdminProducts(3);
    const found = products.filter(({ id }) => id !== 2).reverse();
    const answer = deferred<unknown>();
    const replies = { [`${list}?search=logo&limit=100`]: () => answer.promise };
    const { user } = open(products, { address: "/admin?search=log", replies });
    expect(await screen.findByText("No products match your search")).toBeInTheDocument();
    await user.type(screen.getByRole("searchbox", { name: "Search products" }), "o");
    expect(await screen.findByText("Searching…")).toBeInTheDocument();
    answer.settle({ ...pageOf(products, new URLSearchParams()), rows: found, total: 2, isRanked: true });
    await waitFor(() => expect(names()).toEqual(["Tool 3", "Tool 1"]));
    expect(screen.getByText("2 of 3 products")).toBeInTheDocument();
    expect(screen.getByText(/^No product has all of these words/)).toBeInTheDocument();
    expect(document.querySelector("[aria-busy=true]")).toBeNull();
    expect(screen.queryByRole("button", { name: "Move Tool 3" })).toBeNull();
    await user.click(screen.getByRole("button", { name: /move Tool 1 to position/ }));
    await user.click(screen.getByRole("button", { name: "To the bottom" }));
    expect(await screen.findByText("Order Updated")).toBeInTheDocument();
    await user.type(screen.getByRole("searchbox", { name: "Search products" }), "{Control>}a{/Control}tool");
    expect(screen.getByRole("searchbox", { name: "Search products" })).toHaveFocus();
    expect(await screen.findByRole("button", { name: "Move Tool 3" })).toBeInTheDocument();
  });

  it("says so when the search fails, and keeps the filters", async () => {
    const products = sampleAdminProducts(3);
    const replies: Record<string, Reply> = { [`${list}?search=tool&limit=100`]: refusal(503, "The site is busy.") };
    const { server, user } = open(products, { replies });
    await user.type(await screen.findByRole("searchbox", { name: "Search products" }), "tool");
    expect(await screen.findByText("Couldn't search the products")).toBeInTheDocument();
    server.replies[`${list}?search=tool&limit=100`] = products.slice(1, 2);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(names()).toEqual(["Tool 2"]));
  });

  it("is by what a product needs, and its sort allows no dragging", async () => {
    const { server, user } = open(sampleAdminProducts(3));
    await user.selectOptions(await screen.findByRole("combobox", { name: "Needs" }), "No price");
    await waitFor(() => expect(present()).toBe("/admin?needs=price"));
    await user.selectOptions(screen.getByRole("combobox", { name: "Sort" }), "By name");
    await waitFor(() => expect(server.sent(`${list}?needs=price&sort=name&limit=100`)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Move Tool 3" })).toBeNull());
  });

  it("is saved as a view, shown again and deleted; columns are left out", async () => {
    const { user } = open(sampleAdminProducts(3), { address: "/admin?type=Free" });
    const view = async (item: string) => {
      await user.click(await screen.findByRole("button", { name: "View" }));
      await user.click(screen.getByRole("button", { name: item }));
    };
    await view("Save these filters…");
    await user.type(screen.getByRole("textbox", { name: "Name" }), "Free ones");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Type" }), "");
    await waitFor(() => expect(present()).toBe("/admin"));
    await view("Free ones");
    await waitFor(() => expect(present()).toBe("/admin?type=Free"));
    await view("Order");
    expect(screen.queryByRole("button", { name: /move Tool 1 to position/ })).toBeNull();
    await view("Order");
    expect(screen.getByRole("button", { name: /move Tool 1 to position/ })).toBeInTheDocument();
    await view("Delete a view…");
    await user.click(screen.getByRole("button", { name: "Delete Free ones" }));
    await user.click(screen.getByRole("button", { name: "Done" }));
    await user.click(screen.getByRole("button", { name: "View" }));
    expect(screen.queryByRole("button", { name: "Free ones" })).toBeNull();
    const file = screen.getByRole("link", { name: "Export as CSV" });
    expect(file).toHaveAttribute("href", "/api/admin/product-export?type=Free&format=csv");
  });
});

describe("deleting", () => {
  it("asks for confirmation, deletes, shows a toast, and can be undone from the trash", async () => {
    const products = sampleAdminProducts(2);
    const { server, user } = open(products, {
      replies: {
        "DELETE /api/products/1": () => {
          server.replies[list] = products.slice(1);
          return done();
        },
        "POST /api/products/1/restore": () => {
          server.replies[list] = products;
          return products[0];
        },
      },
    });
    await user.click(await screen.findByRole("button", { name: "More actions for Tool 1" }));
    await user.click(screen.getByRole("button", { name: "Delete Tool 1" }));
    expect(screen.getByText("Are you sure you want to delete this product?")).toBeInTheDocument();
    expect(server.changes()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Product deleted successfully")).toBeInTheDocument();
    expect(screen.getByText("Success")).toBeInTheDocument();
    expect(names()).toEqual(["Tool 2"]);
    expect(screen.getByRole("button", { name: "More actions for Tool 2" })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(names()).toEqual(["Tool 1", "Tool 2"]));
    expect(server.changes().map(({ call }) => call)).toEqual([
      "DELETE /api/products/1",
      "POST /api/products/1/restore",
    ]);
  });

  it("that fails shows so, and the product is back", async () => {
    const { user } = open(sampleAdminProducts(2), { replies: { "DELETE /api/products/1": refusal(500, "x") } });
    await user.click(await screen.findByRole("button", { name: "More actions for Tool 1" }));
    await user.click(screen.getByRole("button", { name: "Delete Tool 1" }));
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Failed to delete product")).toBeInTheDocument();
    expect(screen.getByText("Error")).toBeInTheDocument();
    await waitFor(() => expect(names()).toEqual(["Tool 1", "Tool 2"]));
  });
});

/** Opens the list of three products, selects with a checkbox and clicks a button above the rows. */
async function openBulk(checkbox: string, button: string, changed = 1) {
  const { server, user } = open(sampleAdminProducts(3), { replies: { [bulk]: { version: 1, changed } } });
  await user.click(await screen.findByRole("checkbox", { name: checkbox }));
  await user.click(screen.getByRole("button", { name: button }));
  return { server, user };
}

describe("several products at once", () => {
  it("are selected, counted, changed in one call, and undone by its version", async () => {
    const { server, user } = open(sampleAdminProducts(4), {
      replies: { [bulk]: { version: 77, changed: 2 }, "POST /api/undo": { restored: 2 } },
    });
    await user.click(await screen.findByRole("checkbox", { name: "Select Tool 1" }));
    await user.click(screen.getByRole("checkbox", { name: "Select Tool 3" }));
    expect(screen.getByText("2 selected")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Change…" })); // a phone's menu
    await user.click(screen.getAllByRole("button", { name: "Type" }).at(-1) as HTMLElement);
    expect(screen.getByText("Change the type of 2 products")).toBeInTheDocument();
    await user.click(screen.getByRole("radio", { name: "Premium" }));
    await user.click(screen.getByRole("button", { name: "Change 2 products" }));
    expect(await screen.findByText("2 products updated successfully")).toBeInTheDocument();
    expect(server.changes()).toEqual([{ call: bulk, body: { ids: [1, 3], change: { type: "Premium" } } }]);
    await waitFor(() => expect(document.body).not.toHaveStyle({ pointerEvents: "none" })); // the dialog has closed
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(server.sent("POST /api/undo")).toEqual([{ version: 77 }]));
    expect(await screen.findByText("2 products restored")).toBeInTheDocument();
  });

  it("show the change immediately, and the old value when it is refused", async () => {
    const answer = deferred<unknown>();
    const { user } = open(sampleAdminProducts(2), { replies: { [bulk]: () => answer.promise } });
    await user.click(await screen.findByRole("checkbox", { name: "Select all 2 products" }));
    await user.click(screen.getByRole("button", { name: "Featured" }));
    await user.click(screen.getByRole("radio", { name: "Featured" }));
    await user.click(screen.getByRole("button", { name: "Change 2 products" }));
    await waitFor(() => expect(within(row("Tool 1")).getByText("Featured")).toBeInTheDocument());
    answer.settle(refusal(422, "Nothing was changed."));
    expect(await screen.findByText("Nothing was changed.")).toBeInTheDocument();
    await waitFor(() => expect(within(row("Tool 1")).queryByText("Featured")).toBeNull());
  });

  it("are named by the list's filter and their number, if not all are loaded", async () => {
    const count = 120;
    const { server, user } = open(sampleAdminProducts(count), {
      address: "/admin?search=tool",
      replies: { [bulk]: { version: 1, changed: count - 1 } },
    });
    await user.click(await screen.findByRole("checkbox", { name: "Select all 120 products" }));
    await user.click(screen.getByRole("checkbox", { name: "Select Tool 3" }));
    expect(screen.getByText("119 selected")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await user.click(screen.getByRole("button", { name: "Delete 119 products" }));
    expect(await screen.findByText("119 products deleted successfully")).toBeInTheDocument();
    expect(server.sent(bulk)).toEqual([
      { filter: { search: "tool" }, except: [3], count: 119, change: { delete: true } },
    ]);
  });

  it("are selected as a range with Shift, and stay selected when they are filtered out", async () => {
    const { user } = open(sampleAdminProducts(20));
    await user.click(await screen.findByRole("checkbox", { name: "Select Tool 2" }));
    await user.keyboard("{Shift>}");
    await user.click(screen.getByRole("checkbox", { name: "Select Tool 5" }));
    await user.keyboard("{/Shift}");
    expect(screen.getByText("4 selected")).toBeInTheDocument();
    await user.type(screen.getByRole("searchbox", { name: "Search products" }), "Tool 5");
    expect(await screen.findByText("4 selected, 3 of them hidden")).toBeInTheDocument();
  });

  it("are selected by keyboard: arrow keys move, Shift selects on the way, Ctrl+A selects all, Escape none", async () => {
    const { user } = open(sampleAdminProducts(20));
    const first = await screen.findByRole("checkbox", { name: "Select Tool 1" });
    act(() => first.focus());
    await user.keyboard("{ArrowDown}");
    expect(screen.getByRole("checkbox", { name: "Select Tool 2" })).toHaveFocus();
    await user.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
    expect(screen.getByText("3 selected")).toBeInTheDocument();
    await user.keyboard("{Control>}a{/Control}");
    expect(screen.getByText("20 selected")).toBeInTheDocument();
    await user.keyboard("{Escape}");
    expect(screen.getByText("20 products")).toBeInTheDocument();
  });

  it("are deselected by one click, which moves the focus to the checkbox that selects all", async () => {
    const { user } = open(sampleAdminProducts(3));
    await user.click(await screen.findByRole("checkbox", { name: "Select Tool 1" }));
    await user.click(screen.getByRole("button", { name: "Clear selection" }));
    expect(screen.getByText("3 products")).toBeInTheDocument();
    expect(screen.getByRole("checkbox", { name: /^Select all/ })).toHaveFocus();
  });

  it("that already have the value are reported, with nothing to undo", async () => {
    const { user } = await openBulk("Select Tool 1", "Type", 0);
    await user.click(screen.getByRole("radio", { name: "Free" }));
    await user.click(screen.getByRole("button", { name: "Change 1 product" }));
    expect(await screen.findByText("Nothing to change")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("get, lose or change their categories, including new ones", async () => {
    const { server, user } = await openBulk("Select Tool 1", "Categories");
    await user.type(screen.getByRole("searchbox", { name: "Search categories" }), "Robotics");
    await user.click(screen.getByRole("button", { name: "Create “Robotics”" }));
    await user.click(await screen.findByRole("checkbox", { name: "Video" }));
    await user.click(screen.getByRole("radio", { name: "Replace" }));
    await user.click(screen.getByRole("button", { name: "Change 1 product" }));
    const change = { categories: ["Robotics", "Video"] };
    await waitFor(() => expect(server.sent(bulk)).toEqual([{ ids: [1], change }]));
  });

  it("never lose their last category", async () => {
    const { user } = await openBulk("Select Tool 1", "Categories");
    await user.click(screen.getByRole("radio", { name: "Remove" }));
    for (const name of ["Video", "Design"]) await user.click(screen.getByRole("checkbox", { name }));
    expect(screen.getByText("1 product would have no category.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Change 1 product" })).toBeDisabled();
  });

  it("are only deleted after a confirmation with their number", async () => {
    const { server, user } = await openBulk("Select all 3 products", "Delete", 3);
    expect(screen.getByText("Are you sure you want to delete these 3 products?")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Delete 3 products" }));
    await waitFor(() => expect(server.sent(bulk)).toEqual([{ ids: [1, 2, 3], change: { delete: true } }]));
    expect(await screen.findByText("3 products deleted successfully")).toBeInTheDocument();
  });
});
