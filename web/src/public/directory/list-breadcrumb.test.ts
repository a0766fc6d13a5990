import { describe, expect, it } from "vitest";
import { allTools, noFilters, normalized } from "../../filters";
import { sampleSite } from "../../testing/samples";
import { crumbsOf } from "./list-breadcrumb";

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
