import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, test, vi } from "vitest";
import { deferred, failure, openPage, present, stubApi, textsOf } from "../../testing/page";
import { sampleCatalog, sampleProducts, sampleRowTool, sampleSection, sampleSite } from "../../testing/samples";
import { foundIn } from "./found-words";
import { sentence } from "./home-heading";
import "../../kit/toast-region"; // loaded before a test starts its timers

const two = sampleCatalog(
  sampleSection(sampleProducts(1, 3, { section: "Our Products" }), { section: "Our Products" }),
  sampleSection(sampleProducts(4, 8), { total: 29, next: "after-8" }),
);
const nothing = sampleCatalog();

const heading = (name: string) => screen.queryByRole("heading", { level: 2, name });

const price = (name: string) =>
  within(screen.getByRole("navigation", { name: "Filter by price" })).getByRole("link", { name });

describe("the list", () => {
  it("shows both sections with their counts and cards", async () => {
    openPage("/", { "/api/catalog": two });
    const ours = await screen.findByRole("region", { name: "Our Products" });
    expect(within(ours).getAllByRole("heading", { level: 3 })).toHaveLength(3);
    expect(within(ours).getByText("3 tools")).toBeInTheDocument();
    const recommended = screen.getByRole("region", { name: "Recommended AI Products" });
    expect(within(recommended).getByText("29 tools")).toBeInTheDocument();
  });

  it("shows the number of tools, but not for a part of the list", async () => {
    const { unmount } = openPage("/", { "/api/catalog": two, "/api/catalog?featured=true": two });
    expect(await screen.findByText("32 tools in 3 categories. No account needed.")).toBeInTheDocument();
    unmount();
    openPage("/?featured=true");
    expect(await screen.findByRole("heading", { level: 1 })).toBeInTheDocument();
    expect(screen.queryByText(/tools in 3 categories/)).toBeNull();
  });

  it("shows a section only if it has tools", async () => {
    openPage("/", { "/api/catalog": sampleCatalog(sampleSection(sampleProducts(1, 2))) });
    await screen.findByRole("heading", { name: "Recommended AI Products" });
    expect(heading("Our Products")).toBeNull();
  });

  it("shows skeletons while it loads: 4 cards, then 8", async () => {
    const { container } = openPage("/", { "/api/catalog": deferred().promise });
    expect(await screen.findByText("Loading tools")).toBeInTheDocument();
    const groups = [...container.querySelectorAll(".card-grid")];
    expect(groups.map((group) => group.querySelectorAll(".card").length)).toEqual([4, 8]);
  });

  it("shows an empty state with links when nothing is found", async () => {
    openPage("/?search=zzz&pricing=Free", { "/api/catalog?search=zzz&pricing=Free": nothing });
    expect(await screen.findByRole("heading", { name: "No tools found" })).toBeInTheDocument();
    expect(screen.getByText("Try adjusting your search or filters")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Clear filters" })).toHaveAttribute("href", "/?search=zzz");
    expect(screen.getByRole("link", { name: "Clear search" })).toHaveAttribute("href", "/?pricing=Free");
    const categories = within(screen.getByRole("navigation", { name: "Categories to browse" }));
    expect(textsOf(categories.getAllByRole("link"))).toEqual(["Audio", "Video"]);
    const searches = within(screen.getByRole("navigation", { name: "Searches to try" }));
    expect(searches.getByRole("link", { name: "Write SQL" })).toHaveAttribute("href", "/?search=sql");
  });

  it.each([
    ["/?search=zzz", "/api/catalog?search=zzz", "Clear search", "Clear filters"],
    ["/?pricing=Free", "/api/catalog?pricing=Free", "Clear filters", "Clear search"],
  ])("offers to clear what is set: %s", async (address, answer, offered, other) => {
    const { user } = openPage(address, { [answer]: nothing, "/api/catalog": two });
    await user.click(await screen.findByRole("link", { name: offered }));
    expect(screen.queryByRole("link", { name: other })).toBeNull();
    expect(await screen.findByRole("heading", { name: "Our Products" })).toBeInTheDocument();
    expect(present()).toBe("/");
  });

  it("does not repeat the name of a category that does not exist", async () => {
    const { unmount } = openPage("/?category=bogus", {
      "/api/catalog?category=bogus&page=1": nothing,
      "/api/catalog?category=bogus&search=a": nothing,
    });
    expect(await screen.findByRole("heading", { level: 1, name: "No tools found" })).toBeInTheDocument();
    expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
    unmount();
    openPage("/?category=bogus&search=a");
    expect(await screen.findByText("for “a”")).toBeInTheDocument();
    expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
  });

  it("shows an error when it cannot be loaded, and a retry button", async () => {
    const { retry } = openPage("/", { "/api/catalog": failure(500) });
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to fetch products");
    await retry({ "/api/catalog": two });
    expect(await screen.findByRole("heading", { name: "Our Products" })).toBeInTheDocument();
  });

  it("links back from a page of the list that does not exist", async () => {
    openPage("/?section=Our+Products&cursor=broken", {
      "/api/catalog?section=Our%20Products&cursor=broken&limit=24": failure(400),
    });
    await screen.findByRole("alert");
    expect(screen.getByRole("link", { name: "Back to the first page" })).toHaveAttribute("href", "/");
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("announces the number of tools to screen readers", async () => {
    openPage("/?category=video", { "/api/catalog?category=video&page=1": two });
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("32 tools found"));
  });
});

describe("a search", () => {
  it("names no section where there is only one", async () => {
    const one = sampleCatalog(sampleSection(sampleProducts(1, 2)));
    openPage("/?search=tool", { "/api/catalog?search=tool": one });
    const heading = await screen.findByRole("heading", { level: 2, name: "Recommended AI Products" });
    expect(heading.parentElement).toHaveClass("sr-only");
  });

  it.each([
    ["Video maker", "vid mak", ["Video", "maker"]],
    ["Détecteur: detectors, a DETECTOR", "detector", ["detectors", "DETECTOR"]],
    ["Éditeur vidéo", "editeur", ["Éditeur"]],
    ["Prevideo (a+b) $&", "video $&", []],
    ["images", "images", ["images"]],
    ["AI images", "ai image", ["images"]],
    ["AI images", "ai", ["AI"]],
    ["an image", "images", ["image"]],
    ["Notes for you", "notes for my boss", ["Notes"]],
  ])("finds in %s by %s the words %j", (text, searched, words) => {
    expect(foundIn(text, searched).map(([from, to]) => text.slice(from, to))).toEqual(words);
  });
});

describe("a search with a typo", () => {
  const forgiven = { ...two, correctedQuery: "video" };

  it("shows which search its results are for", async () => {
    openPage("/?search=vidoe", { "/api/catalog?search=vidoe": forgiven });
    expect(await screen.findByRole("heading", { level: 1, name: "32 tools for “video”" })).toBeInTheDocument();
    expect(await screen.findByText("Corrected from “vidoe”")).toBeInTheDocument();
    expect(screen.getByText("32 tools found, showing results for video")).toHaveAttribute("role", "status");
  });

  it("says which of its words are left, where no tool has all", async () => {
    openPage("/?search=make%20a%20logo", { "/api/catalog?search=make%20a%20logo": { ...two, relaxedQuery: "logo" } });
    expect(await screen.findByText(/^No tool has all your words/)).toHaveTextContent(
      "No tool has all your words. Showing tools for logo",
    );
    expect(screen.getByText("logo").tagName).toBe("STRONG");
  });

  it("links the alternatives to a tool, where it is for what is like it", async () => {
    const alternativesTo = { slug: "lumen", name: "Lumen" };
    openPage("/?search=like%20lumen", { "/api/catalog?search=like%20lumen": { ...two, alternativesTo } });
    expect(await screen.findByRole("link", { name: "All alternatives to Lumen" })).toHaveAttribute(
      "href",
      "/alternatives/lumen",
    );
  });

  it("says what the shown list is about until the next one has come", async () => {
    const next = deferred();
    const { user } = openPage("/?search=vidoe", {
      "/api/catalog?search=vidoe": forgiven,
      "/api/catalog?search=vidoes": next.promise,
    });
    await screen.findByText("Corrected from “vidoe”");
    await user.type(screen.getByRole("searchbox"), "s");
    await waitFor(() => expect(present()).toBe("/?search=vidoes"));
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("32 tools for “video”");
    next.settle(two);
    expect(await screen.findByRole("heading", { level: 1, name: "32 tools for “vidoes”" })).toBeInTheDocument();
    expect(screen.queryByText(/^Corrected from/)).toBeNull();
    expect(heading("Our Products")).toBeInTheDocument();
  });

  it("shows no correction for a search that was found as typed", async () => {
    openPage("/?search=video", { "/api/catalog?search=video": two });
    await screen.findByRole("heading", { name: "Our Products" });
    expect(screen.queryByText(/^Corrected from/)).toBeNull();
    expect(screen.getByText("32 tools found", { selector: "[role=status]" })).toBeInTheDocument();
  });
});

describe("further pages", () => {
  const nextPage = "/api/catalog?section=Recommended%20AI%20Products&cursor=after-8&limit=24";
  const next = sampleCatalog(sampleSection(sampleProducts(9, 32), { total: 29 }));

  it("have a real link for visitors without scripts", async () => {
    openPage("/", { "/api/catalog": two });
    const link = await screen.findByRole("link", { name: "Show more of Recommended AI Products" });
    expect(link).toHaveAttribute("href", "/?section=Recommended%20AI%20Products&cursor=after-8");
    expect(link).toHaveAttribute("rel", "next");
  });

  it("are added below, and are still there after going back", async () => {
    const { asked, user } = openPage("/", { "/api/catalog": two, [nextPage]: next, "/api/catalog?pricing=Free": two });
    await user.click(await screen.findByRole("link", { name: /^Show more/ }));
    expect(await screen.findByRole("link", { name: "Tool 32" })).toBeInTheDocument();
    expect(present()).toBe("/");
    await user.click(price("Free 5"));
    await waitFor(() => expect(screen.queryByRole("link", { name: "Tool 32" })).toBeNull());
    history.back();
    expect(await screen.findByRole("link", { name: "Tool 32" })).toBeInTheDocument();
    expect(asked.filter((address) => address === nextPage)).toHaveLength(1);
  });

  it("load automatically when the end of the last section is near", async () => {
    const observed: Element[] = [];
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(
          readonly callback: (entries: { isIntersecting: boolean }[]) => void,
          readonly options: { rootMargin: string },
        ) {}
        observe(element: Element) {
          if (element.matches(".hero-search")) return;
          expect(this.options.rootMargin).toBe("1000000px 0px 800px"); // also when the user has jumped past it
          observed.push(element);
          this.callback([{ isIntersecting: true }]);
        }
        disconnect() {}
      },
    );
    const both = sampleCatalog(
      sampleSection(sampleProducts(1, 3, { section: "Our Products" }), { section: "Our Products", next: "after-3" }),
      sampleSection(sampleProducts(4, 8), { next: "after-8" }),
    );
    const { asked } = openPage("/", { "/api/catalog": both, [nextPage]: next });
    await screen.findByRole("link", { name: "Tool 8" });
    expect(asked).not.toContain(nextPage);
    window.scrollTo(0, 100);
    fireEvent.scroll(window);
    expect(await screen.findByRole("link", { name: "Tool 32" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Show more of Our Products" })).toBeInTheDocument();
    expect([...new Set(asked)].sort()).toEqual(["/api/catalog", nextPage, "/api/home-rows", "/api/site"]);
  });

  it("keep the list when they fail, show a toast, and can be retried", async () => {
    const { user } = openPage("/", { "/api/catalog": two, [nextPage]: failure(503) });
    await user.click(await screen.findByRole("link", { name: /^Show more/ }));
    expect(await screen.findByText("Failed to fetch products")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Tool 8" })).toBeInTheDocument();
    stubApi({ [nextPage]: next });
    await user.click(screen.getByRole("link", { name: /^Try again/ }));
    expect(await screen.findByRole("link", { name: "Tool 32" })).toBeInTheDocument();
  });
});

describe("the filters", () => {
  beforeEach(() => {
    stubApi({
      "/api/catalog": two,
      "/api/catalog?category=video&page=1": two,
      "/api/catalog?category=video&pricing=Premium": two,
      "/api/catalog?sort=name": two,
    });
  });

  it("follow the URL and are written to it, with one history entry each", async () => {
    const { user } = openPage("/");
    const categories = await screen.findByRole("navigation", { name: "Filter by category" });
    const entries = history.length;
    await user.click(within(categories).getByRole("link", { name: "Video 3" }));
    expect(present()).toBe("/category/video");
    expect(await screen.findByRole("heading", { level: 1, name: "Video AI tools" })).toBeInTheDocument();
    expect(within(categories).getByRole("link", { name: "Video 3" })).toHaveFocus();
    expect(within(categories).getByRole("link", { name: "Video 3" })).toHaveAttribute("aria-current", "true");
    await user.click(price("Premium 7"));
    expect(present()).toBe("/category/video?pricing=Premium");
    expect(history.length).toBe(entries + 2);
  });

  it("show how many tools each has", async () => {
    openPage("/");
    const categories = await screen.findByRole("navigation", { name: "Filter by category" });
    const links = within(categories).getAllByRole("link");
    expect(links.map((link) => link.textContent)).toEqual(["All 32", "Video 3", "Music 2", "Audio 1"]);
  });

  it("offer the tools without a listed price only if there are some", async () => {
    const unlisted = (count: number) => ({
      "/api/catalog": {
        ...two,
        facets: { ...two.facets, pricing: [...two.facets.pricing, { value: "Unknown", count }] },
      },
    });
    const { unmount } = openPage("/", unlisted(14));
    await screen.findByRole("navigation", { name: "Filter by price" });
    expect(price("No price listed 14")).toHaveAttribute("href", "/?pricing=Unknown");
    unmount();
    openPage("/", unlisted(0));
    await screen.findByRole("navigation", { name: "Filter by price" });
    expect(screen.queryByRole("link", { name: /^No price listed/ })).toBeNull();
  });

  it("remove a price with Any", async () => {
    openPage("/?category=video&pricing=Premium");
    await screen.findByRole("navigation", { name: "Filter by price" });
    const premium = price("Premium 7");
    expect(premium).toHaveAttribute("aria-current", "true");
    expect(price("Any")).toHaveAttribute("href", "/category/video");
  });

  it("offer the sort orders, relevance only with a search", async () => {
    openPage("/");
    const orders = ["Recommended", "Latest", "Popular", "Name"];
    for (const name of orders) expect(await screen.findByRole("link", { name, hidden: true })).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Relevance", hidden: true })).toBeNull();
    expect(screen.getByRole("link", { name: "Popular", hidden: true })).toHaveAttribute("href", "/?sort=popular");
  });

  it("that have no control in the bar can be removed one by one", async () => {
    openPage("/?featured=true&deal=true", { "/api/catalog?featured=true&deal=true": two });
    expect(await screen.findByRole("link", { name: "Remove filter: Featured" })).toHaveAttribute("href", "/?deal=true");
    expect(screen.getByRole("link", { name: "Remove filter: Deals" })).toHaveAttribute("href", "/?featured=true");
  });
});

const tools = (first: number) => [0, 1, 2, 3].map((n) => sampleRowTool(first + n, { clicks: 1240 - n }));

const rows = {
  rows: [
    { kind: "popular", tools: tools(9) },
    { kind: "new", tools: tools(5) },
  ],
  collections: [],
  categories: [1, 2, 3, 4].map((id) => ({
    id,
    name: `Category ${id}`,
    slug: `c${id}`,
    count: id,
    pricing: [],
    tools: [],
  })),
};

const list = sampleCatalog(sampleSection(sampleProducts(1, 2)));
const region = (name: string) => screen.findByRole("region", { name });

/** The rows and sections of the page, from top to bottom. */
const regions = () =>
  within(screen.getByRole("main"))
    .getAllByRole("region")
    .map((found) => found.getAttribute("aria-labelledby"));

test("the rows are above the list, each with its link, and what it is about", async () => {
  openPage("/", { "/api/catalog": list, "/api/home-rows": rows });
  const popular = await region("Popular");
  expect(within(popular).getByRole("link", { name: "Tool 9" })).toHaveAttribute("href", "/products/tool-9");
  expect(within(popular).getByText("1,240 clicks")).toBeVisible();
  expect(within(popular).getByRole("link", { name: "All by clicks" })).toHaveAttribute("href", "/?sort=popular");
  expect(within(await region("New this week")).getAllByText("Nov 2")).toHaveLength(4);
  const categories = await region("Browse by category");
  expect(within(categories).getByRole("link", { name: "All 3 categories" })).toHaveAttribute("href", "/categories");
  expect(within(categories).getByRole("heading", { level: 3, name: "Category 4" })).toBeVisible();
  const rowsOfTools = ["popular-row", "new-row"];
  expect(regions()).toEqual([...rowsOfTools, "categories-row", "recommended-ai-products"]);
});

test("without a row of tools, the others come after the first section", async () => {
  const ours = sampleSection(sampleProducts(3, 4), { section: "Our Products" });
  openPage("/", {
    "/api/catalog": sampleCatalog(ours, ...list.sections),
    "/api/home-rows": { ...rows, rows: [] },
  });
  await region("Browse by category");
  expect(regions()).toEqual(["our-products", "categories-row", "recommended-ai-products"]);
});

test("a tool of a row or on display is not in the list too", async () => {
  const today = [sampleRowTool(13, { description: "Reads papers aloud. In 40 languages." })];
  const worth = { kind: "worth", tools: tools(9) };
  openPage("/", {
    "/api/catalog": sampleCatalog(sampleSection([...sampleProducts(8, 10), ...sampleProducts(13, 13)])),
    "/api/home-rows": { ...rows, rows: [worth, { kind: "today", tools: today }] },
  });
  const display = await region("On display today");
  expect(within(display).getByRole("link", { name: "Tool 13" })).toHaveAttribute("href", "/products/tool-13");
  expect(within(display).getByText("Reads papers aloud")).toBeInTheDocument();
  expect(within(display).getByRole("link", { name: "Visit Tool 13" })).toHaveAttribute("data-visit", "13");
  const row = await region("Worth a look");
  expect(within(row).getAllByText(sampleRowTool(9).categories[0] ?? "")).toHaveLength(4);
  const cards = within(await region("Recommended AI Products")).getAllByRole("heading", { level: 3 });
  expect(cards.map((card) => card.textContent)).toEqual(["Tool 8"]);
});

test("the hero's search leads to the results, and proposes searches", async () => {
  const { user } = openPage("/", {
    "/api/catalog": list,
    "/api/home-rows": rows,
    "/api/site": sampleSite({ searches: [{ name: "Design a logo", text: "logo maker" }] }),
    "/api/catalog?search=logo": sampleCatalog(sampleSection(sampleProducts(20, 20))),
  });
  expect(await screen.findByRole("link", { name: "Design a logo" })).toHaveAttribute("href", "/?search=logo%20maker");
  const field = screen.getByRole("searchbox", { name: /^Search \d+ AI tools$/ });
  await user.type(field, "logo{Enter}");
  expect(await screen.findByRole("heading", { level: 3, name: "Tool 20" })).toBeVisible();
  expect(screen.getByRole("searchbox")).toHaveValue("logo");
});

test("who has booked the place stands above the list, as Sponsored, and in the list too", async () => {
  const sent = vi.fn();
  Object.defineProperty(navigator, "sendBeacon", { value: sent, configurable: true });
  openPage("/?deal=true", {
    "/api/catalog?deal=true": { ...list, sponsored: [{ booking: 12, product: list.sections[0]?.products[0] }] },
  });
  const visit = within(await region("Sponsored")).getByRole("link", { name: /^Visit / });
  expect(visit).toHaveAttribute("href", expect.stringMatching(/^\/go\/.*\?from=booking-12$/));
  expect(visit).toHaveAttribute("rel", "noopener noreferrer sponsored nofollow");
  expect(screen.getAllByRole("link", { name: visit.getAttribute("aria-label") ?? "" })).toHaveLength(2);
  expect(await sent.mock.calls[0]?.[1].text()).toBe('{"page":"12","kind":"booking"}');
  Reflect.deleteProperty(navigator, "sendBeacon");
});

test("a filter hides the rows, and does not ask for them", async () => {
  const { asked } = openPage("/?deal=true", { "/api/catalog?deal=true": list, "/api/home-rows": rows });
  await region("Recommended AI Products");
  expect(screen.queryByRole("region", { name: "Popular" })).toBeNull();
  expect(asked).not.toContain("/api/home-rows");
});

test("the list is there while the rows are loading, and without them", async () => {
  const late = deferred<Response>();
  const { container } = openPage("/", { "/api/catalog": list, "/api/home-rows": late.promise });
  await region("Recommended AI Products");
  expect(container.querySelector(".skeleton")).not.toBeNull();
  late.settle(failure(503));
  await expect.poll(() => container.querySelector(".skeleton")).toBeNull();
  expect(screen.getByRole("region", { name: "Recommended AI Products" })).toBeVisible();
});

test("a card says New next to Featured, not instead of it", async () => {
  const both = sampleSection(sampleProducts(1, 1, { isNew: true, isFeatured: true }));
  openPage("/", { "/api/catalog": sampleCatalog(both) });
  const card = (await screen.findByRole("heading", { level: 3, name: "Tool 1" })).closest("li");
  expect(card).toHaveTextContent("FeaturedNew");
});

const ofVideo = sampleCatalog(sampleSection(sampleProducts(1, 18)));
const feed = () => screen.queryByRole("link", { name: "RSS feed" });

describe("the description of a category", () => {
  it("is made from its counts", async () => {
    openPage("/category/video", { "/api/catalog?category=video&page=1": ofVideo });
    expect(await screen.findByText(/18 AI tools for video: 5 free, 6 freemium, 7 premium\./)).toBeInTheDocument();
    expect(feed()).toHaveAttribute("href", "/category/video/feed.xml");
  });

  it("only describes the chosen price, and is then the only count next to the heading", async () => {
    openPage("/category/video?pricing=Free", { "/api/catalog?category=video&pricing=Free": ofVideo });
    expect(await screen.findByText(/^5 free AI tools for video\./)).toBeInTheDocument();
    const counts = screen.getAllByText(/\d tools found/); // one more for screen readers, which announce that the sentence changed
    expect(counts.map((count) => count.getAttribute("role"))).toEqual(["status"]);
  });

  it("is not shown for a search, a section, or all categories", async () => {
    stubApi({
      "/api/catalog": ofVideo,
      "/api/catalog?category=video&search=x": ofVideo,
      "/api/catalog?category=video&deal=true": ofVideo,
    });
    for (const address of ["/", "/category/video?search=x", "/category/video?deal=true"]) {
      const { unmount } = openPage(address);
      await waitFor(() => expect(screen.getByRole("heading", { name: "Recommended AI Products" })).toBeInTheDocument());
      expect(feed()).toBeNull();
      unmount();
    }
  });

  it("leaves out prices without tools", () => {
    const counts = (...list: number[]) =>
      list.map((count, at) => ({ value: ["Free", "Freemium", "Premium", "Unknown"][at] ?? "", count }));
    expect(sentence("for Music", 1, counts(1, 0, 0), "all")).toBe("1 AI tool for Music: 1 free.");
    expect(sentence("for Music", 2, counts(1, 0, 0, 1), "all")).toBe(
      "2 AI tools for Music: 1 free; 1 doesn't list a price.",
    );
    expect(sentence("for Music", 9, counts(0, 0, 0, 9), "all")).toBe("9 AI tools for Music: 9 don't list a price.");
    expect(sentence("for Music", 9, counts(1, 0, 0, 8), "Unknown")).toBe(
      "8 AI tools for Music without a listed price.",
    );
    expect(sentence("for Music", 0, counts(0, 0, 0), "all")).toBe("0 AI tools for Music.");
    expect(sentence("for Music", 1300, counts(1200, 0, 100), "all")).toBe(
      "1,300 AI tools for Music: 1,200 free, 100 premium.",
    );
  });
});
