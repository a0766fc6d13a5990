import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { meQuery } from "../../api/auth";
import { newQueryClient } from "../../api/client";
import { Toaster } from "../../kit/toast";
import { openAdmin } from "../../testing/admin-page";
import { deferred, stubNearness } from "../../testing/page";
import { sampleAdminProducts } from "../../testing/samples";
import { meOf, type Reply, refusal, stubServer } from "../../testing/server";
import { syncState } from "../../testing/site-management";
import { type LogoEntry, logosFresh } from "./api";
import LogoBoard from "./logo-board";
import { sampleLogo } from "./testing";

const verify = "GET /api/verify-logos";
const sync = "POST /api/sync-logos";

const mixed: LogoEntry[] = [
  sampleLogo(1, { name: "Harp" }),
  sampleLogo(2, { name: "Viola", status: "missing", synced: false, devExists: false }),
  sampleLogo(3, { name: "Tuba", status: "external", synced: false, devExists: null, prodExists: null }),
  sampleLogo(4, { name: "Lute", status: "none", logo: "", synced: false, devExists: null, prodExists: null }),
  sampleLogo(5, { name: "Oboe", devExists: null }),
];

/** Renders the board with a stubbed server; it is near the viewport until the test says otherwise. */
function open(replies: Record<string, Reply>) {
  const server = stubServer({ "GET /api/sync": syncState(), ...replies });
  const queries = newQueryClient();
  queries.setQueryData(meQuery().queryKey, meOf("owner"));
  const page = (isNear: boolean) => (
    <QueryClientProvider client={queries}>
      <LogoBoard isNear={isNear} />
      <Toaster />
    </QueryClientProvider>
  );
  const { rerender } = render(page(true));
  return { ...server, server, setNear: (isNear: boolean) => rerender(page(isNear)) };
}

const requestCount = (server: ReturnType<typeof stubServer>) => server.sent(verify).length;
const item = async (name: string) => (await screen.findByTitle(name)).closest("li") as HTMLElement;
const lists = () => screen.queryAllByRole("list", { name: "Logos" });
const names = () => lists().flatMap((list) => [...list.querySelectorAll("[title]")].map((one) => one.textContent));
const counter = (name: string) => screen.getByRole("button", { name: new RegExp(`^${name}`) });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const search = (text: string) =>
  fireEvent.input(screen.getByPlaceholderText("Search products..."), { target: { value: text } });

beforeEach(() => void vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600));

describe("the logos section", () => {
  it("loads when it comes near the viewport, not before", async () => {
    const scrollIntoView = stubNearness();
    const { server } = openAdmin("/admin", { "GET /api/admin/product-rows": sampleAdminProducts(2), [verify]: mixed });
    expect(await screen.findByRole("heading", { level: 2, name: "Logo Management Dashboard" })).toBeVisible();
    const products = within(screen.getByRole("region", { name: /^Products/ }));
    expect(products.getByRole("link", { name: "Logos" })).toHaveAttribute("href", "#logos");
    expect(screen.getByRole("region", { name: "Logo Management Dashboard" })).toHaveAttribute("id", "logos");
    expect(requestCount(server)).toBe(0);
    act(() => scrollIntoView(true));
    expect(await screen.findByRole("button", { name: "Total Products 5" })).toBeVisible();
    expect(requestCount(server)).toBe(1);
  });
});

describe("the logo board", () => {
  it("shows where each logo is, and nothing that is unknown", async () => {
    open({ [verify]: mixed });
    const cases: [string, string[]][] = [
      ["Harp", ["Active", "Synced", "Dev has it", "Prod has it"]],
      ["Viola", ["Missing", "Needs Sync", "Dev does not have it", "Prod has it"]],
      ["Tuba", ["External", "N/A"]],
      ["Lute", ["No Logo", "N/A"]],
      ["Oboe", ["Active", "Synced", "Prod has it"]],
    ];
    for (const [name, texts] of cases) {
      const text = (await item(name)).textContent ?? "";
      for (const one of texts) expect(text).toContain(one);
      for (const site of ["Dev", "Prod"])
        expect(text.includes(site), `${site} of ${name}`).toBe(texts.some((one) => one.startsWith(site)));
    }
  });

  it("requests no missing image", async () => {
    open({ [verify]: mixed });
    expect((await item("Viola")).querySelector("img")).toBeNull();
    expect((await item("Harp")).querySelector("img")).toHaveAttribute("src", "/uploads/1.jpg");
  });

  it("shows counters that filter the list when clicked", async () => {
    open({ [verify]: mixed });
    for (const name of ["Total Products 5", "With Logos 3", "Need Sync 1", "Missing Logos 2"])
      expect(await screen.findByRole("button", { name })).toBeEnabled();
    expect(counter("Total Products")).toHaveAttribute("aria-pressed", "true");
    press("Missing Logos 2");
    expect(names()).toEqual(["Viola", "Lute"]);
    expect(counter("Missing Logos")).toHaveAttribute("aria-pressed", "true");
    expect(counter("Total Products")).toHaveAttribute("aria-pressed", "false");
    expect(screen.getByText("2 of 5 logos shown")).toBeInTheDocument();
    press("Total Products 5");
    expect(names()).toHaveLength(5);
  });

  it("leads to the search for logos while products have none", async () => {
    const { replies } = open({ [verify]: mixed });
    expect(await screen.findByRole("link", { name: "Find logos" })).toHaveAttribute("href", "/admin/logos");
    replies[verify] = [sampleLogo(1)];
    press("Refresh");
    expect(await screen.findByRole("button", { name: "Missing Logos 0" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Find logos" })).toBeNull();
  });

  it("shows that nothing matches, and a way to show all again", async () => {
    open({ [verify]: mixed });
    await item("Harp");
    search("zzz");
    expect(await screen.findByText("No products match your search")).toBeVisible();
    press("Show all logos");
    expect(names()).toHaveLength(5);
    search("HÄRP");
    expect(names()).toEqual(["Harp"]);
    fireEvent.keyDown(screen.getByPlaceholderText("Search products..."), { key: "Escape" });
    expect(names()).toHaveLength(5);
  });

  it("shows that there are no products", async () => {
    open({ [verify]: [] });
    expect(await screen.findByText("No products found")).toBeVisible();
    expect(screen.queryByText("No products match your search")).toBeNull();
  });

  it("renders only a part of a long list, and how long it is", async () => {
    open({ [verify]: Array.from({ length: 5465 }, (_, index) => sampleLogo(index + 1)) });
    expect(await item("Tool 2")).toHaveAttribute("aria-posinset", "2");
    expect(await item("Tool 2")).toHaveAttribute("aria-setsize", "5465");
    expect(names().length).toBeLessThan(60);
  });

  it("remembers whether it is a grid or a list", async () => {
    open({ [verify]: mixed });
    expect(screen.getByRole("button", { name: "Grid" })).toHaveAttribute("aria-pressed", "true");
    press("List");
    expect(screen.getByRole("button", { name: "List" })).toHaveAttribute("aria-pressed", "true");
    open({ [verify]: mixed });
    expect(screen.getAllByRole("button", { name: "List" })[1]).toHaveAttribute("aria-pressed", "true");
  });
});

describe("the logo board's polling", () => {
  const tick = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

  const plain = mixed.map((entry) => ({ ...entry, logo: "" })); // no image times out

  beforeEach(() => void vi.useFakeTimers());

  it("refetches every 30 seconds while it is near, and immediately when it was away for longer", async () => {
    const { server, setNear } = open({ [verify]: plain });
    await tick(0);
    expect(requestCount(server)).toBe(1);
    await tick(logosFresh - 1);
    expect(requestCount(server)).toBe(1);
    await tick(1);
    expect(requestCount(server)).toBe(2);
    setNear(false);
    await tick(logosFresh * 4);
    expect(requestCount(server)).toBe(2);
    expect(names()).toHaveLength(5);
    setNear(true);
    await tick(0);
    expect(requestCount(server)).toBe(3);
  });

  it("sends no request while the document is hidden", async () => {
    const { server } = open({ [verify]: plain });
    await tick(0);
    const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    document.dispatchEvent(new Event("visibilitychange"));
    await tick(logosFresh * 2);
    expect(requestCount(server)).toBe(1);
    hidden.mockReturnValue("visible");
    document.dispatchEvent(new Event("visibilitychange"));
    await tick(logosFresh);
    expect(requestCount(server)).toBe(2);
  });

  it("keeps the list when it fails, shows the error, and retries on a click", async () => {
    const { replies } = open({ [verify]: plain });
    await tick(0);
    replies[verify] = refusal(503, "The database rests.");
    await tick(logosFresh + 1);
    expect(screen.getByRole("alert")).toHaveTextContent("Couldn't check the logos again. The database rests.");
    expect(names()).toHaveLength(5);
    replies[verify] = [...plain, sampleLogo(6, { name: "Cello" })];
    press("Try again");
    await tick(0);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(names()).toHaveLength(6);
  });

  it("shows no list if the first request fails, and does not retry automatically", async () => {
    const { server, replies } = open({ [verify]: refusal(503, "The database rests.") });
    await tick(0);
    expect(within(screen.getByRole("alert")).getByText("The database rests.")).toBeVisible();
    expect(screen.queryByText("No products found")).toBeNull();
    await tick(logosFresh * 2);
    expect(requestCount(server)).toBe(1);
    replies[verify] = plain;
    press("Try again");
    await tick(0);
    expect(names()).toHaveLength(5);
  });
});

describe("Sync All", () => {
  it("shows its progress and result, and reloads the list", async () => {
    const answer = deferred<unknown>();
    const { server, replies } = open({ [verify]: mixed, [sync]: () => answer.promise });
    await item("Viola");
    press("Sync All");
    expect(await screen.findByRole("button", { name: "Syncing..." })).toBeDisabled();
    expect(server.calls.at(-1)).toEqual({ call: sync, body: undefined });
    replies[verify] = mixed.map((one) => ({ ...one, status: "exists", synced: true }));
    answer.settle({ synced: 1, missing: 0, failed: 0, failures: [] });
    expect(await screen.findByText("All logos synchronized between dev and production")).toBeVisible();
    expect(screen.getByText("1 image copied.")).toBeVisible();
    expect(await screen.findByRole("button", { name: "Missing Logos 0" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Sync All" })).toBeEnabled();
  });

  it.each([
    [{ synced: 1, missing: 2, failed: 0, failures: [] }, "1 image copied. 2 images are on neither site."],
    [{ synced: 0, missing: 0, failed: 1, failures: [{ product: "Harp", reason: "Too large." }] }, "1 image failed."],
  ])("does not claim that all are synchronized when some are not: %j", async (done, counts) => {
    open({ [verify]: mixed, [sync]: done });
    await item("Viola");
    press("Sync All");
    const toast = (await screen.findByText("Not all logos are synchronized")).closest("li") as HTMLElement;
    expect(toast).toHaveTextContent(counts);
    expect(screen.queryByText("All logos synchronized between dev and production")).toBeNull();
    for (const { product, reason } of done.failures)
      expect(screen.getByText(`${counts} ${product}: ${reason}`)).toBeVisible();
  });

  it("is disabled on a production site, which copies no logos", async () => {
    const { server } = open({ [verify]: mixed, "GET /api/sync": syncState({ development: false, unready: "No." }) });
    expect(await screen.findByText(/^This is the production site/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Sync All" })).toBeDisabled();
    expect(await screen.findByRole("button", { name: "Need Sync –" })).toBeDisabled();
    screen.getByRole("button", { name: "Sync All" }).click();
    expect(server.sent(sync)).toEqual([]);
  });

  it("cannot be pressed before the site's role is known, nor can Need Sync", async () => {
    const role = deferred<unknown>();
    open({ [verify]: mixed, "GET /api/sync": () => role.promise });
    expect(await screen.findByText(/^Checked at/)).toBeVisible();
    for (const name of ["Sync All", "Need Sync"]) expect(screen.getByRole("button", { name })).toBeDisabled();
    role.settle(syncState());
    expect(await screen.findByRole("button", { name: "Need Sync 1" })).toBeEnabled();
    expect(screen.getByRole("button", { name: "Sync All" })).toBeEnabled();
  });

  it.each([
    ["with the server's reason", refusal(409, "This site's role is production."), "This site's role is production."],
    ["with a default message without one", new Response("", { status: 502 }), "Failed to sync logos"],
  ])("shows its failure %s", async (_how, reply, reason) => {
    open({ [verify]: mixed, [sync]: reply });
    await item("Viola");
    press("Sync All");
    const toast = (await screen.findByText("Error")).closest("li") as HTMLElement;
    expect(toast).toHaveTextContent(reason);
    expect(toast).toHaveAttribute("data-tone", "destructive");
    expect(screen.getAllByText(reason)).toHaveLength(2);
    expect(screen.getByRole("button", { name: "Sync All" })).toBeEnabled();
    expect(names()).toHaveLength(5);
  });
});
