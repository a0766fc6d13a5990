import { screen, waitFor, within } from "@testing-library/react";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failure, openPage, present } from "../../testing/page";
import { sampleCatalog, sampleProducts, sampleSection } from "../../testing/samples";
import { numbersOf } from "./further-pages";

const ours = (from: number, to: number) => {
  const section = "Our Products" as const;
  return sampleSection(sampleProducts(from, to, { section }), { section, total: 3 });
};
const others = (from: number, to: number) => sampleSection(sampleProducts(from, to), { total: 3 });
const path = "/api/catalog?category=video&page=";
const pages = {
  [`${path}1`]: { ...sampleCatalog(ours(1, 2)), pages: 3 },
  [`${path}2`]: { ...sampleCatalog(ours(3, 3), others(4, 4)), pages: 3 },
  [`${path}3`]: { ...sampleCatalog(others(5, 6)), pages: 3 },
};

const cards = () => screen.getAllByRole("heading", { level: 3 }).map((card) => card.textContent);
const more = () => screen.findByRole("link", { name: "Show more" });
const numbers = () => {
  const links = within(screen.getByRole("navigation", { name: "Pages" })).getAllByRole("link");
  const of = (link: Element, name: string) => link.getAttribute(name);
  return links.map((link) => `${of(link, "href")} ${of(link, "rel") ?? of(link, "aria-current") ?? ""}`);
};

describe("a numbered list", () => {
  it("links to its other pages", async () => {
    openPage("/category/video/page/2", pages);
    expect(await more()).toHaveAttribute("href", "/category/video/page/3");
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Video AI tools, page 2");
    expect(cards()).toEqual(["Tool 3", "Tool 4"]);
    expect(numbers()).toEqual(["/category/video prev", "/category/video/page/2 page", "/category/video/page/3 next"]);
    await waitFor(() => expect(document.title).toBe("Video AI tools, page 2 – Vitrine"));
  });

  it("shows more below, and the URL moves along without a new entry", async () => {
    const { user } = openPage("/category/video", pages);
    const entries = history.length;
    await user.click(await more());
    await waitFor(() => expect(cards()).toEqual(["Tool 1", "Tool 2", "Tool 3", "Tool 4"]));
    expect(present()).toBe("/category/video/page/2");
    await waitFor(() => expect(screen.getByRole("link", { name: "Tool 3" })).toHaveFocus());
    await user.click(await more());
    await waitFor(() => expect(cards()).toEqual(["Tool 1", "Tool 2", "Tool 3", "Tool 4", "Tool 5", "Tool 6"]));
    expect(present()).toBe("/category/video/page/3");
    expect(history.length).toBe(entries);
    expect(screen.getAllByRole("heading", { level: 2, name: "Our Products" })).toHaveLength(1);
    expect(screen.getAllByRole("heading", { level: 2, name: "Recommended AI Products" })).toHaveLength(1);
    expect(screen.queryByRole("link", { name: "Show more" })).toBeNull();
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Video AI tools");
  });

  it("shows all its pages again on the way back", async () => {
    const { user } = openPage("/category/video", pages);
    await user.click(await more());
    await waitFor(() => expect(cards()).toHaveLength(4));
    await user.click(screen.getByRole("link", { name: "Privacy Policy" }));
    await waitFor(() => expect(screen.queryByRole("link", { name: "Tool 3" })).toBeNull());
    history.back();
    await waitFor(() => expect(cards()).toEqual(["Tool 1", "Tool 2", "Tool 3", "Tool 4"]));
  });

  it("goes to a page by its number, without those before it", async () => {
    const { user } = openPage("/category/video", pages);
    await user.click(await screen.findByRole("link", { name: "Page 3" }));
    await waitFor(() => expect(cards()).toEqual(["Tool 5", "Tool 6"]));
    expect(present()).toBe("/category/video/page/3");
  });

  it("keeps what is shown if more of it fails to load", async () => {
    const { user, retry } = openPage("/category/video", { ...pages, [`${path}2`]: failure(400) });
    await user.click(await more());
    await screen.findByRole("button", { name: "Try again" });
    expect(cards()).toEqual(["Tool 1", "Tool 2"]);
    await retry(pages);
    await waitFor(() => expect(cards()).toHaveLength(4));
  });

  it("links to all pages from its first, unless they are too many", async () => {
    const listOf = (pages: number) => ({ [`${path}1`]: { ...sampleCatalog(others(1, 2)), pages } });
    const { unmount } = openPage("/category/video", listOf(12));
    const all = (await screen.findByText("All 12 pages")).parentElement?.querySelectorAll("a") ?? [];
    expect([...all].map((link) => link.textContent)).toEqual(Array.from({ length: 12 }, (_, index) => `${index + 1}`));
    unmount();
    openPage("/category/video", listOf(251));
    await screen.findByRole("navigation", { name: "Pages" });
    expect(screen.queryByText("All 251 pages")).toBeNull();
  });

  it("has no page behind its last", async () => {
    openPage("/category/video/page/9", { [`${path}9`]: { ...sampleCatalog(), pages: 3 } });
    expect(await screen.findByRole("heading", { name: "Page Not Found" })).toBeInTheDocument();
  });

  it("has all tools from A to Z", async () => {
    const names = ["Écrit", "echo", "Tool", "3D Maker"];
    const products = sampleProducts(1, 4).map((product, index) => ({ ...product, name: names[index] ?? "" }));
    const list = { ...sampleCatalog({ section: "", total: 60, products, next: "" }), pages: 2 };
    const letters = ["E", "T", "#"].map((letter) => ({ letter, page: 1 })).concat({ letter: "Z", page: 2 });
    openPage("/tools", { "/api/catalog?sort=name&page=1": { ...list, letters } });
    const nav = within(await screen.findByRole("navigation", { name: "Letters" }));
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("All AI tools, A to Z");
    expect(nav.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/tools#letter-e",
      "/tools#letter-t",
      "/tools#letter-0",
      "/tools/page/2#letter-z",
    ]);
    const under = within(screen.getByRole("region", { name: "E" })).getAllByRole("link");
    expect(under.map(({ textContent }) => textContent)).toEqual(["Écrit", "echo"]);
    expect(screen.getByText("60 tools", { selector: ".found" })).toBeVisible();
    expect(within(screen.getByRole("navigation", { name: "Breadcrumb" })).getByText("All tools")).toBeVisible();
    expect(document.getElementById("letter-0")).toHaveTextContent("#");
    expect(numbers()).toEqual(["/tools page", "/tools/page/2 ", "/tools/page/2 next"]);
    expect(screen.getByText("Page 1 of 2")).toBeVisible();
  });
});

describe("the linked numbers", () => {
  it("are all of a short list", () => {
    expect(numbersOf(1, 1)).toEqual([1]);
    expect(numbersOf(4, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(numbersOf(15, 104)).toEqual([
      1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 30, 40, 50, 60, 70, 80, 90, 100, 104,
    ]);
  });

  it("lead to every page in three steps, and to the next", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), (pages) => {
        let reached = new Set([1]);
        for (let step = 0; step < 3; step++) {
          reached = new Set([...reached].flatMap((number) => [number, ...numbersOf(number, pages)]));
        }
        expect(reached.size).toBe(pages);
        const links = numbersOf(Math.ceil(pages / 2), pages);
        expect(links.length).toBeLessThan(36);
        expect(links).toContain(Math.min(pages, Math.ceil(pages / 2) + 1));
      }),
      { numRuns: 30 },
    );
  });
});
