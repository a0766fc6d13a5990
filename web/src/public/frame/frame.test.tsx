import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { deferred, openPage, present } from "../../testing/page";
import { sampleCatalog, sampleProduct, sampleProducts, sampleSection, sampleSite } from "../../testing/samples";
import { typingPause } from "./search-box";

const list = sampleCatalog(sampleSection(sampleProducts(1, 2)));
const bar = () => screen.getByRole("banner");
const foot = () => screen.getByRole("contentinfo");

describe("the navigation bar", () => {
  it("links to home and to the submit page", async () => {
    openPage("/", { "/api/catalog": list });
    const links = within(bar());
    expect(links.getByRole("link", { name: "Vitrine, home" })).toHaveAttribute("href", "/");
    expect(links.getAllByRole("link", { name: "Home" })[0]).toHaveAttribute("aria-current", "page");
    expect(links.getAllByRole("link", { name: "Submit AI Tool" })[0]).toHaveAttribute("href", "/submit");
    expect(links.getByPlaceholderText("Search AI tools...")).toBeInTheDocument();
  });

  it("lists all categories first, then each one by its slug, in the bar and in the menu", async () => {
    openPage("/nowhere", {});
    await within(bar()).findAllByRole("link", { name: "Video", hidden: true });
    for (const name of ["Categories", "Menu"]) {
      const panel = within(menu(name));
      const categories = panel.getAllByRole("link", { hidden: true }).map((link) => link.textContent);
      const from = categories.indexOf("All Categories");
      expect(categories.slice(from, from + 4)).toEqual(["All Categories", "Audio", "Music", "Video"]);
      expect(panel.getByRole("link", { name: "All Categories", hidden: true })).toHaveAttribute("href", "/");
      expect(panel.getByRole("link", { name: "Music", hidden: true })).toHaveAttribute("href", "/category/music");
    }
  });

  it("links from another page to the category's page", async () => {
    const { user } = openPage("/nowhere", { "/api/catalog?category=music&page=1": list });
    await user.click(within(bar()).getByText("Categories", { selector: "summary" }));
    await user.click((await within(menu("Categories")).findAllByRole("link", { name: "Music" }))[0] as HTMLElement);
    expect(await screen.findByRole("heading", { name: "Music AI tools" })).toBeInTheDocument();
    expect(present()).toBe("/category/music");
    expect(menu("Categories")).not.toHaveAttribute("open");
  });

  it("keeps home's other filters when a category is chosen", async () => {
    openPage("/?search=a&pricing=Free", { "/api/catalog?search=a&pricing=Free": list });
    const [music] = await within(bar()).findAllByRole("link", { name: "Music", hidden: true });
    expect(music).toHaveAttribute("href", "/category/music?search=a&pricing=Free");
  });

  it("shows the site's logo, or its name if the logo does not load", async () => {
    const logo = { type: "main" as const, name: "Logo", url: "/logos/main?v=1", mimeType: "image/png" };
    openPage("/nowhere", { "/api/site": sampleSite({ logos: [logo] }) });
    const image = await within(bar()).findByRole("img", { name: "Vitrine" });
    expect(image).toHaveAttribute("src", "/logos/main?v=1");
    fireEvent.error(image);
    await waitFor(() => expect(within(bar()).queryByRole("img", { name: "Vitrine" })).toBeNull());
    expect(within(bar()).getByText("Vitrine", { selector: "span" })).toBeInTheDocument();
  });

  it("is preceded by a skip link to the content", () => {
    openPage("/nowhere", {});
    expect(screen.getByRole("link", { name: "Skip to content" })).toHaveAttribute("href", "#main");
    expect(screen.getByRole("main")).toHaveAttribute("id", "main");
  });
});

describe("the footer", () => {
  it("shows three placeholders if there are no social links", async () => {
    openPage("/nowhere", {});
    const links = within(within(foot()).getByRole("list", { name: "Social media" })).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["#", "#", "#"]);
  });

  it("shows the active social links in their order, each with its name, in a new tab", async () => {
    const link = (id: number, platform: string, displayOrder: number, isActive = true) => {
      return { id, platform, url: `https://${platform}.example`, isActive, displayOrder, createdAt: "" };
    };
    openPage("/nowhere", {
      "/api/site": sampleSite({ socialLinks: [link(1, "GitHub", 2), link(2, "Mars", 1), link(3, "X", 0, false)] }),
    });
    const mars = await within(foot()).findByRole("link", { name: "Mars" });
    const names = within(within(foot()).getByRole("list", { name: "Social media" })).getAllByRole("link");
    expect(names.map((link) => link.textContent)).toEqual(["Mars", "GitHub"]);
    expect(mars).toHaveAttribute("href", "https://Mars.example");
    expect(mars).toHaveAttribute("rel", "noopener noreferrer");
    expect(mars).toHaveAttribute("target", "_blank");
  });

  it("links to the legal pages and shows the year", () => {
    openPage("/nowhere", {});
    const legal = within(screen.getByRole("navigation", { name: "Legal" }));
    expect(legal.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Privacy Policy", "/privacy-policy"],
      ["Terms of Service", "/terms-of-service"],
      ["Affiliate Disclaimer", "/affiliate-disclaimer"],
      ["GDPR Cookies Disclaimer", "/gdpr-cookies"],
    ]);
    expect(within(foot()).getByText("© 2024")).toBeInTheDocument();
  });
});

function menu(name: string): HTMLElement {
  const summaries = [...bar().querySelectorAll("summary")];
  const summary = summaries.find(
    (one) => one.textContent?.includes(name) || one.querySelector(`[aria-label="${name}"]`),
  );
  return summary?.closest("details") as HTMLElement;
}

const found = (name: string) => sampleCatalog(sampleSection([sampleProduct(1, { name })]));
const search = (text: string) => `/api/catalog?search=${text}`;
const field = () => screen.getByRole("searchbox", { name: "Search AI tools" });
const pause = () => new Promise((resolve) => setTimeout(resolve, typingPause + 30));
const card = (name: string) => screen.findByRole("link", { name });

const start = { "/api/catalog": found("Everything") };
/** The answers to searches: a tool of that name, in capitals. */
const tools = (...texts: string[]) =>
  Object.fromEntries(texts.map((text) => [search(text), found(text.toUpperCase())]));

describe("search as you type", () => {
  it("shows the results and updates the URL without adding history entries", async () => {
    const { user } = openPage("/", { ...start, ...tools("a", "ab", "abc") });
    await card("Everything");
    const entries = history.length;
    await user.type(field(), "abc");
    await card("ABC");
    expect(present()).toBe("/?search=abc");
    expect(history.length).toBe(entries);
    expect(document.title).toBe("“abc” – Vitrine");
  });

  it("stays in the category's page without adding history entries", async () => {
    const inVideo = (text: string) => `/api/catalog?category=video&search=${text}`;
    const { user } = openPage("/category/video", {
      "/api/catalog?category=video&page=1": found("All"),
      [inVideo("a")]: found("A"),
      [inVideo("ab")]: found("AB"),
    });
    await card("All");
    const entries = history.length;
    await user.type(field(), "ab");
    await card("AB");
    expect(present()).toBe("/category/video?search=ab");
    expect(history.length).toBe(entries);
  });

  it("never shows an outdated answer, and aborts its request", async () => {
    const slow = deferred();
    const answers = { ...start, [search("a")]: slow.promise, [search("ab")]: found("Newer") };
    const { aborted, asked, user } = openPage("/", answers);
    await card("Everything");
    await user.type(field(), "a");
    await waitFor(() => expect(asked).toContain(search("a")));
    await user.type(field(), "b");
    await card("Newer");
    slow.settle(found("Older"));
    await pause();
    expect(screen.queryByRole("link", { name: "Older" })).toBeNull();
    expect(screen.getByRole("link", { name: "Newer" })).toBeInTheDocument();
    expect(aborted).toEqual([search("a")]);
  });

  it("keeps the previous list while the next one loads", async () => {
    const slow = deferred();
    const { user } = openPage("/", { ...start, [search("a")]: slow.promise });
    await card("Everything");
    await user.type(field(), "a");
    await waitFor(() => expect(present()).toBe("/?search=a"));
    expect(screen.getByRole("link", { name: "Everything" })).toBeInTheDocument();
    expect(screen.queryByText("Loading tools")).toBeNull();
    slow.settle(found("A"));
    await card("A");
  });

  it("does not send a request for every key of a fast typist", async () => {
    const word = "generate";
    const prefixes = Array.from(word, (_, index) => word.slice(0, index + 1));
    const { asked } = openPage("/", { ...start, ...tools(...prefixes) });
    await card("Everything");
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now()); // all keys at once, however busy the machine is
    for (const value of prefixes) fireEvent.input(field(), { target: { value } });
    clock.mockRestore();
    await card("GENERATE");
    expect(asked.filter((address) => address.includes("search="))).toEqual([search("g"), search(word)]);
  });

  it("gives a final search one history entry, so that going back returns to the list before it", async () => {
    const { user } = openPage("/", { ...start, ...tools("a", "ab") });
    await card("Everything");
    const entries = history.length;
    await user.type(field(), "ab{Enter}");
    await card("AB");
    expect(history.length).toBe(entries + 1);
    history.back();
    await card("Everything");
    expect(field()).toHaveValue("");
  });

  it("opens home from another page and keeps the focus in the field", async () => {
    const { user } = openPage("/nowhere", tools("a", "ab"));
    await user.type(field(), "ab");
    await card("AB");
    expect(present()).toBe("/?search=ab");
    expect(field()).toHaveFocus();
  });

  it("keeps the other filters", async () => {
    const { user } = openPage("/?pricing=Free", {
      "/api/catalog?pricing=Free": found("Everything"),
      "/api/catalog?search=a&pricing=Free": found("A"),
    });
    await card("Everything");
    await user.type(field(), "a");
    await card("A");
  });
});

describe("the search's keyboard shortcuts", () => {
  it("focus the field on slash, but not while the user is typing elsewhere", async () => {
    const { user } = openPage("/?search=a", { ...start, ...tools("a") });
    await card("A");
    await user.keyboard("/");
    expect(field()).toHaveFocus();
    await user.clear(field());
    await user.keyboard("/");
    expect(field()).toHaveValue("/");
  });

  it("focus the hero's field on slash where there is one", async () => {
    const { user } = openPage("/", start);
    const hero = await screen.findByRole("searchbox", { name: /^Search \d/ });
    await user.keyboard("/");
    expect(hero).toHaveFocus();
  });

  it("clear the text on the first Esc and leave the field on the second", async () => {
    const { user } = openPage("/?search=a", { ...start, ...tools("a") });
    await card("A");
    await user.click(field());
    await user.keyboard("{Escape}");
    expect(field()).toHaveValue("");
    await card("Everything");
    expect(field()).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(field()).not.toHaveFocus();
  });
});

describe("the search without scripts", () => {
  it("is a form that opens home and keeps the filters", async () => {
    openPage("/?search=a&category=video&sort=name", { "/api/catalog?category=video&search=a&sort=name": found("A") });
    const form = field().closest("form") as HTMLFormElement;
    expect(form).toHaveAttribute("action", "/");
    expect(Object.fromEntries(new FormData(form))).toEqual({ search: "a", category: "video", sort: "name" });
  });
});
