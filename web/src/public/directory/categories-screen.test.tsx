import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { CategorySummary } from "../../api/schema.gen";
import { deferred, failure, openPage, stubApi } from "../../testing/page";

const category = (id: number, name: string, overrides: Partial<CategorySummary> = {}): CategorySummary => ({
  id,
  name,
  slug: name.toLowerCase(),
  count: 3,
  pricing: [
    { value: "Free", count: 2 },
    { value: "Freemium", count: 0 },
    { value: "Premium", count: 0 },
    { value: "Unknown", count: 1 },
  ],
  tools: [{ name: "Harp Studio", logo: "", logoColor: "" }],
  ...overrides,
});

const three = {
  categories: [
    category(1, "Écriture"),
    category(2, "Music"),
    category(3, "Video", { count: 0, pricing: [], tools: [] }),
  ],
  tags: [{ slug: "open-source", name: "Open-Source", count: 1417 }],
};

const open = (overview: unknown = three) => {
  stubApi({ "/api/category-overview": overview });
  return openPage("/categories");
};

const shown = () => [...document.querySelectorAll(".category-tile h2")].map(({ textContent }) => textContent);
const field = () => screen.findByRole("searchbox", { name: "Find a category" });

describe("the list of all categories", () => {
  it("shows each with its link, its count and how many are free", async () => {
    open();
    const music = (await screen.findByRole("heading", { name: "Music" })).closest("li") as HTMLElement;
    expect(screen.getByRole("heading", { level: 1, name: "AI tool categories" })).toBeInTheDocument();
    expect(within(music).getByRole("link")).toHaveAttribute("href", "/category/music");
    expect(music).toHaveTextContent("Music3 tools · 2 freeHS");
    expect(screen.getByText("No tools yet")).toBeInTheDocument();
    const tags = within(screen.getByRole("region", { name: "Tags" }));
    expect(tags.getByRole("link", { name: "Open-Source 1,417" })).toHaveAttribute("href", "/tag/open-source");
    expect(screen.getByRole("status")).toHaveTextContent("3 categories");
  });

  it("is narrowed while typing, without regard to case and accents, and shown whole again by Escape", async () => {
    const { user } = open();
    await user.type(await field(), "ecr");
    expect(shown()).toEqual(["Écriture"]);
    expect(screen.getByRole("status")).toHaveTextContent("1 category");
    await user.keyboard("{Tab}");
    expect(screen.getByRole("link", { name: "Écriture" })).toHaveFocus();
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
    expect(await screen.findByRole("heading", { name: "Music" })).toBeInTheDocument();
  });
});
