import { cleanup, screen, within } from "@testing-library/react";
import { describe, expect, it, test } from "vitest";
import type { CollectionSummary, ShownCollection } from "../../api/schema.gen";
import { failure, openPage } from "../../testing/page";
import {
  sampleCatalog,
  sampleProduct,
  sampleProducts,
  sampleRowTool,
  sampleSection,
  sampleSite,
} from "../../testing/samples";

const summary: CollectionSummary = {
  slug: "best-of",
  title: "Best <of>",
  summary: "Why these.",
  count: 2,
  updatedAt: "2026-03-04T05:06:07Z",
  tools: [{ name: "Tool 1", logo: "", logoColor: "" }],
};

const shown: ShownCollection = {
  slug: "best-of",
  title: "Best <of>",
  introduction: "<p>Why <em>these</em>.</p>",
  author: "Ann",
  updatedAt: "2026-03-04T05:06:07Z",
  tools: [
    { product: sampleProduct(2), note: "</script> first" },
    { product: sampleProduct(1), note: "" },
  ],
};

describe("the list of collections", () => {
  it("links each collection with its summary", async () => {
    openPage("/collections", { "/api/collections": [summary] });
    expect(await screen.findByRole("link", { name: "Best <of>" })).toHaveAttribute("href", "/best/best-of");
    expect(screen.getByText("Why these.")).toBeVisible();
    expect(screen.getByText("2 tools")).toBeVisible();
    expect(document.title).toBe("Collections – Vitrine");
  });

  it("says where else to look while it is short", async () => {
    const withLargest = { "/api/site": { ...sampleSite(), largest: sampleSite().categories.map(({ slug }) => slug) } };
    const lists = [1, 2, 3].map((id) => ({ ...summary, slug: `best-${id}` }));
    openPage("/collections", { "/api/collections": lists.slice(1), ...withLargest });
    expect(await screen.findByRole("navigation", { name: "Categories to browse" })).toBeVisible();
    cleanup();
    openPage("/collections", { "/api/collections": lists, ...withLargest });
    expect(await screen.findAllByText("Why these.")).toHaveLength(3);
    expect(screen.queryByRole("navigation", { name: "Categories to browse" })).toBeNull();
  });

  it("can be loaded again after a failure, and may be empty", async () => {
    const { retry } = openPage("/collections", { "/api/collections": failure(503) });
    await retry({ "/api/collections": [] });
    expect(await screen.findByText("There are no collections yet.")).toBeVisible();
  });
});

test("the home page has the latest, between its rows of tools and the categories", async () => {
  const category = { id: 1, name: "Audio", slug: "audio", count: 1, pricing: [], tools: [] };
  openPage("/", {
    "/api/catalog": sampleCatalog(sampleSection(sampleProducts(1, 2))),
    "/api/home-rows": {
      rows: [{ kind: "popular", tools: [sampleRowTool(3)] }],
      collections: [summary],
      categories: [category],
    },
  });
  const collections = within(await screen.findByRole("region", { name: "Collections" }));
  expect(collections.getByRole("link", { name: "All collections" })).toHaveAttribute("href", "/collections");
  expect(collections.getByRole("link", { name: "Best <of>" })).toHaveAttribute("href", "/best/best-of");
  expect(collections.getByText("2 tools")).toBeVisible();
  const regions = within(screen.getByRole("main")).getAllByRole("region");
  expect(regions.map((found) => found.getAttribute("aria-labelledby")).slice(0, 3)).toEqual([
    "popular-row",
    "collections-row",
    "categories-row",
  ]);
});

describe("a collection", () => {
  it("shows its introduction, and its tools in their order with their notes", async () => {
    openPage("/best/best-of", { "/api/collections/best-of": shown });
    expect(await screen.findByRole("heading", { level: 1, name: "Best <of>" })).toBeVisible();
    expect(document.title).toBe("Best <of> – Vitrine");
    expect(screen.getByText(/^By Ann · Updated/)).toHaveTextContent("By Ann · Updated Mar 4, 2026");
    expect(screen.getByText("these").tagName).toBe("EM");
    const rows = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.closest("li"));
    expect(rows.map((row) => row?.querySelector("h2")?.textContent)).toEqual(["Tool 2", "Tool 1"]);
    expect(rows[0]).toHaveTextContent("</script> first");
    const breadcrumb = within(screen.getByRole("navigation", { name: "Breadcrumb" }));
    expect(breadcrumb.getByRole("link", { name: "Collections" })).toHaveAttribute("href", "/collections");
  });

  it("ends with other collections, and with the comparison of its first tools", async () => {
    const tools = sampleProducts(1, 5).map((product) => ({ product, note: "" }));
    openPage("/best/best-of", { "/api/collections/best-of": { ...shown, tools } });
    const compare = (await screen.findByRole("button", { name: "Compare the first four" })) as HTMLButtonElement;
    const sent = new FormData(compare.form as HTMLFormElement);
    expect([...sent]).toEqual(tools.slice(0, 4).map(({ product }) => ["a", product.slug]));
    expect(screen.getByRole("link", { name: "More collections" })).toHaveAttribute("href", "/collections");
  });

  it("that isn't there is a page of its own", async () => {
    openPage("/best/best-of", { "/api/collections/best-of": failure(404) });
    expect(await screen.findByRole("heading", { name: "Collection Not Found" })).toBeVisible();
    expect(document.title).toBe("Collection Not Found – Vitrine");
  });
});
