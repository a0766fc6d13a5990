import { describe, expect, it } from "vitest";
import { noFilters, normalized } from "../../filters";
import { categoryAddress } from "../../site";
import { sampleSite } from "../../testing/samples";
import { productKinds } from "../../testing/shared-cases";
import { crumbsOf } from "./home-heading";
import { ownTags, repeatedTags } from "./product-panels";
import { productKind } from "./titles";

const site = { ...sampleSite(), categories: [{ id: 1, name: "Video Editing", slug: "video", group: "Video" }] };

const sorted = (...categories: string[]) => ({ categories, type: "Free" as const, section: "Our Products" as const });

it("tags are the categories, the type and the section as one word, in lower case, each once", () => {
  expect(repeatedTags(sorted("Video Editing", "New & Old", "Free"))).toEqual([
    ...["video editing", "new & old", "free", "ourproducts"],
  ]);
  expect(repeatedTags({ ...sorted(), type: "Unknown" })).toContain("price not listed");
});

it("a tool's own tags are shown unless they say the same", () => {
  const named = (name: string) => ({ slug: name, name });
  const own = ["Open-Source", "FREE", "video-editing", "our products"].map(named);
  expect(ownTags(sorted("Video Editing"), own)).toEqual([named("Open-Source")]);
});

it("a category is found by its name, also if that is another category's slug", () => {
  const both = { ...site, categories: [...site.categories, { id: 2, name: "video", slug: "video-2", group: "Video" }] };
  expect(categoryAddress(both, "video")).toBe("/category/video-2");
});

it.each(productKinds)("a tool of $categories is $kind", ({ categories, kind }) => {
  expect(productKind(categories)).toBe(kind);
});

const categories = { name: "Categories", address: "/categories" };
const music = { name: "Music", address: "/category/music" };
const of = (filters: Partial<typeof noFilters>) => normalized({ ...noFilters, ...filters });

describe("the breadcrumb of a list", () => {
  it.each([
    ["a category", of({ category: "music" }), [categories, music]],
    ["a category by its name", of({ category: "Music" }), [categories, music]],
    ["a page of it", of({ category: "music", page: 3 }), [categories, music, { name: "Page 3" }]],
    ["a part of it", of({ category: "music", search: "a", page: 3 }), [categories, music]],
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
