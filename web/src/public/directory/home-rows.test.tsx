import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { HomeRows } from "../../api/home-rows";
import { deferred, failure, openPage } from "../../testing/page";
import { sampleCatalog, sampleProducts, sampleRowTool, sampleSection } from "../../testing/samples";

const tools = (first: number) => [0, 1, 2, 3].map((n) => sampleRowTool(first + n, { visits: 1240 - n }));

const rows: HomeRows = {
  rows: [
    { kind: "featured", tools: tools(1) },
    { kind: "new", tools: tools(5) },
    { kind: "visited", tools: tools(9) },
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
  const visited = await region("Most visited");
  expect(within(visited).getByRole("link", { name: "Tool 9" })).toHaveAttribute("href", "/products/tool-9");
  expect(within(visited).getByText("1,240 visits")).toBeVisible();
  expect(within(visited).getByRole("link", { name: "Last 30 days" })).toHaveAttribute("href", "/?sort=popular");
  expect(within(await region("New this week")).getAllByText("Nov 2")).toHaveLength(4);
  expect(within(await region("Featured")).getAllByText("Free")).toHaveLength(4);
  const categories = await region("Browse by category");
  expect(within(categories).getByRole("link", { name: "All 3 categories" })).toHaveAttribute("href", "/categories");
  expect(within(categories).getByRole("heading", { level: 3, name: "Category 4" })).toBeVisible();
  const rowsOfTools = ["featured-row", "new-row", "visited-row"];
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

test("a filter hides the rows, and does not ask for them", async () => {
  const { asked } = openPage("/?deal=true", { "/api/catalog?deal=true": list, "/api/home-rows": rows });
  await region("Recommended AI Products");
  expect(screen.queryByRole("region", { name: "Featured" })).toBeNull();
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
