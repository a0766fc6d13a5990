import { describe, expect, it } from "vitest";
import { allTools, noFilters, normalized } from "../../filters";
import { sampleSite } from "../../testing/samples";
import { productKinds } from "../../testing/shared-cases";
import { crumbsOf } from "./home-heading";
import { productTags } from "./product-panels";
import { productKind } from "./titles";

const site = { ...sampleSite(), categories: [{ id: 1, name: "Video Editing", slug: "video", group: "Video" }] };

it("tags are the categories, the type and the section as one word, in lower case, linked to their lists", () => {
  const product = {
    categories: ["Video Editing", "New & Old"],
    type: "Freemium",
    section: "Recommended AI Products",
  } as const;
  expect(productTags({ ...product, categories: [...product.categories] }, site)).toEqual([
    ["video editing", "/category/video"],
    ["new & old", "/category/New%20%26%20Old"],
    ["freemium", "/?pricing=Freemium"],
    ["recommendedaiproducts", "/?section=Recommended%20AI%20Products"],
  ]);
});

it("a tool's own tags with a page follow, unless their name was there before", () => {
  const product = { categories: ["Video"], type: "Free", section: "Our Products" } as const;
  const own = [
    { slug: "open-source", name: "Open-Source" },
    { slug: "free", name: "FREE" },
  ];
  expect(productTags({ ...product, categories: [...product.categories] }, undefined, own)).toEqual([
    ["video", "/category/Video"],
    ["free", "/?pricing=Free"],
    ["ourproducts", "/?section=Our%20Products"],
    ["open-source", "/tag/open-source"],
  ]);
});

it("a category is found by its name, also if that is another category's slug", () => {
  const both = { ...site, categories: [...site.categories, { id: 2, name: "video", slug: "video-2", group: "Video" }] };
  const tags = productTags({ categories: ["video"], type: "Free", section: "Our Products" }, both);
  expect(tags[0]).toEqual(["video", "/category/video-2"]);
});

it("a price that is not listed has its own tag", () => {
  const tags = productTags({ categories: [], type: "Unknown", section: "Our Products" }, undefined);
  expect(tags).toContainEqual(["price not listed", "/?pricing=Unknown"]);
});

it("a tag appears once, also if a category has the name of the type", () => {
  const tags = productTags({ categories: ["Free"], type: "Free", section: "Our Products" }, undefined);
  expect(tags).toEqual([
    ["free", "/category/Free"],
    ["ourproducts", "/?section=Our%20Products"],
  ]);
});

it.each(productKinds)("a tool of $categories is $kind", ({ categories, kind }) => {
  expect(productKind(categories)).toBe(kind);
});

const categories = { name: "Categories", address: "/categories" };
const music = { name: "Music", address: "/category/music" };
const tools = { name: "All tools", address: "/tools" };
const of = (filters: Partial<typeof noFilters>) => normalized({ ...noFilters, ...filters });

describe("the breadcrumb of a list", () => {
  it.each([
    ["a category", of({ category: "music" }), [categories, music]],
    ["a category by its name", of({ category: "Music" }), [categories, music]],
    ["a page of it", of({ category: "music", page: 3 }), [categories, music, { name: "Page 3" }]],
    ["a part of it", of({ category: "music", search: "a", page: 3 }), [categories, music]],
    ["all tools", allTools, [tools]],
    ["a page of them", { ...allTools, page: 2 }, [tools, { name: "Page 2" }]],
    ["home", noFilters, []],
    ["a search of everything", of({ search: "a" }), []],
    ["an unknown tag", of({ tag: "nothing" }), []],
    ["an unknown category", of({ category: "nothing", page: 2 }), []],
  ])("names what is above %s", (_list, filters, expected) => {
    expect(crumbsOf(filters, sampleSite())).toEqual(expected);
  });

  it("names what is above a page of a tag", () => {
    expect(crumbsOf(of({ tag: "open-source", page: 2 }), sampleSite(), "Open-Source")).toEqual([
      { name: "Tags", address: "/categories#tags" },
      { name: "Open-Source", address: "/tag/open-source" },
      { name: "Page 2" },
    ]);
  });
});
