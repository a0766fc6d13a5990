import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { CategorySummary } from "../../api/schema.gen";
import { deferred, failure, openPage, stubApi } from "../../testing/page";
import { sampleSite } from "../../testing/samples";

const category = (id: number, name: string, overrides: Partial<CategorySummary> = {}): CategorySummary => ({
  id,
  name,
  slug: name.toLowerCase(),
  group: "Sound",
  count: 3,
  pricing: [
    { value: "Free", count: 2 },
    { value: "Freemium", count: 0 },
    { value: "Premium", count: 0 },
    { value: "Unknown", count: 1 },
  ],
  ...overrides,
});

const three = {
  categories: [
    category(1, "Écriture", { group: "Pictures" }),
    category(2, "Music"),
    category(3, "Video", { count: 0, pricing: [] }),
  ],
  tags: [{ slug: "open-source", name: "Open-Source", count: 1417 }],
};

const open = (overview: unknown = three, groups = ["Sound", "Pictures"]) => {
  stubApi({ "/api/category-overview": overview, "/api/site": sampleSite({ groups }) });
  return openPage("/categories");
};

const shown = () => [...document.querySelectorAll(".category-name")].map(({ textContent }) => textContent);
/** The link of the list, not of a menu. */
const link = (name: string) => within(screen.getByRole("main")).findByRole("link", { name: new RegExp(`^${name} `) });
const field = () => screen.findByRole("searchbox", { name: "Find a category" });

describe("the list of all categories", () => {
  it("shows each with its link, its count and how many are free", async () => {
    open();
    const music = (await link("Music")).closest("li") as HTMLElement;
    expect(screen.getByRole("heading", { level: 1, name: "AI tool categories" })).toBeInTheDocument();
    expect(within(music).getByRole("link")).toHaveAttribute("href", "/category/music");
    expect(music).toHaveTextContent("Music 3 tools · 2 free");
    expect(screen.getByText("No tools yet")).toBeInTheDocument();
    const tags = within(screen.getByRole("region", { name: "Tags" }));
    expect(tags.getByRole("link", { name: "Open-Source 1,417" })).toHaveAttribute("href", "/tag/open-source");
    expect(screen.getByRole("status")).toHaveTextContent("3 categories");
  });

  it("is in groups, in the site's order, which are only named where there are several", async () => {
    const { unmount } = open();
    await link("Music");
    const heads = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(heads()).toEqual(["Sound", "Pictures", "Tags"]);
    expect(shown()).toEqual(["Music", "Video", "Écriture"]);
    unmount();
    open(three, ["Sound"]);
    await link("Music");
    expect(heads()).toEqual(["Tags"]);
  });

  it("shows tags as names, and not at once those that say a price", async () => {
    const tagOf = (name: string) => ({ slug: name.toLowerCase().replaceAll(" ", "-"), name, count: 9 });
    open({ ...three, tags: ["free-version", "ai-search", "mcp-servers", "No-Code", "图像生成"].map(tagOf) });
    const tags = within(await screen.findByRole("region", { name: "Tags" }));
    const names = tags.getAllByRole("link", { hidden: true }).map((link) => link.textContent);
    expect(names).toEqual(["AI search 9", "MCP servers 9", "No-Code 9", "图像生成 9", "Free version 9"]);
    expect(tags.getByText("Free version")).not.toBeVisible();
  });

  it("shows further tags on request", async () => {
    const tags = Array.from({ length: 10 }, (_, at) => ({ slug: `t${at}`, name: `T${at}`, count: 9 }));
    const { user } = open({ ...three, tags });
    const last = await screen.findByRole("link", { name: "T9 9", hidden: true });
    expect(last).not.toBeVisible();
    await user.click(screen.getByText("4 more tags"));
    expect(last).toBeVisible();
  });

  it("is narrowed while typing, without regard to case and accents, and shown whole again by Escape", async () => {
    const { user } = open();
    await user.type(await field(), "ecr");
    expect(shown()).toEqual(["Écriture"]);
    expect(screen.getByRole("status")).toHaveTextContent("1 category");
    await user.keyboard("{Tab}");
    expect(screen.getByRole("link", { name: "Écriture 3 tools · 2 free" })).toHaveFocus();
    await user.type(await field(), "{Escape}");
    expect(shown()).toHaveLength(3);
  });

  it("offers a search of all tools if no category matches", async () => {
    const { user } = open();
    await user.type(await field(), "zzz & a");
    expect(screen.getByText("No category matches “zzz & a”.")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Search all tools" })).toHaveAttribute("href", "/?search=zzz%20%26%20a");
    await user.click(screen.getByRole("button", { name: "Show all categories" }));
    expect(shown()).toHaveLength(3);
    expect(await field()).toHaveFocus();
  });

  it("says when there are none yet", async () => {
    open({ categories: [], tags: [] });
    expect(await screen.findByText(/^There are no categories yet/)).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Submit an AI tool" })).toHaveAttribute("href", "/submit");
  });

  it("shows that it loads, and lets the visitor try again after a failure", async () => {
    const first = deferred();
    const { retry } = open(first.promise);
    expect(await screen.findByText("Loading the categories")).toBeInTheDocument();
    first.settle(failure(503));
    expect(await screen.findByRole("alert")).toHaveTextContent("We couldn't load the categories.");
    await retry({ "/api/category-overview": three });
    expect(await link("Music")).toBeInTheDocument();
  });
});
