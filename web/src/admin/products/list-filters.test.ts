import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleAdminProduct, sampleAdminProducts } from "../../testing/samples";
import {
  countedBy,
  filtered,
  formatFilters,
  isFiltered,
  type ListFilters,
  noFilters,
  parseFilters,
} from "./list-filters";

const products = [
  sampleAdminProduct(1, { name: "Café Noir", categories: ["Writing"], logo: "/uploads/a.jpg" }),
  sampleAdminProduct(2, { name: "Runway", categories: ["Video"], type: "Premium", section: "Our Products" }),
  sampleAdminProduct(3, {
    name: "Suno",
    categories: ["Music", "Audio"],
    website: "https://www.suno.example/x",
    type: "Unknown",
  }),
  sampleAdminProduct(4, { name: "100% AI", categories: ["Video"], logo: "null" }),
];
const found = (part: Partial<ListFilters>) => filtered(products, { ...noFilters, ...part }).map(({ id }) => id);

describe("the search", () => {
  it.each([
    ["searches the name", "runw", [2]],
    ["searches the categories", "music", [3]],
    ["searches the website", "suno.example/x", [3]],
    ["does not search the description", "useful", []],
    ["does not search the website's scheme", "https", []],
    ["ignores case and accents", "CAFE", [1]],
    ["ignores accents in the query too", "rünway", [2]],
    ["requires every word, in any order", "audio suno", [3]],
    ["requires every word", "audio runway", []],
    ["takes a percent sign literally", "%", [4]],
    ["takes a dot literally", ".", [1, 2, 3, 4]],
    ["takes a backslash literally", "\\", []],
    ["is empty if it has only whitespace", "  ", [1, 2, 3, 4]],
  ])("%s: %j", (_rule, search, ids) => {
    expect(found({ search })).toEqual(ids);
    expect(isFiltered({ ...noFilters, search })).toBe(search.trim() !== "");
  });
});

describe("a search that nothing matches", () => {
  const names = ["Midjourney", "ElevenLabs", "Stable Diffusion", "ChatGPT", "Suno"];
  const tools = names.map((name, at) => sampleAdminProduct(at + 1, { name, website: "https://x.example/" }));
  it.each([
    ["midjourny", ["Midjourney"]],
    ["mdijourney", ["Midjourney"]],
    ["elevnlabs", ["ElevenLabs"]],
    ["elevnl", ["ElevenLabs"]],
    ["stable difusion", ["Stable Diffusion"]],
    ["stablediffusion", ["Stable Diffusion"]],
    ["chat gpt", ["ChatGPT"]],
    ["chatgtp", ["ChatGPT"]],
    ["sno", []],
    ["midjourny elevnlabs", []],
    ["qqqqqqqq", []],
  ])("finds words but for typos: %j", (search, want) => {
    expect(filtered(tools, { ...noFilters, search }).map(({ name }) => name)).toEqual(want);
  });
});

describe("the filters", () => {
  it("combine section, type and missing logo", () => {
    expect(found({ section: "Our Products" })).toEqual([2]);
    expect(found({ type: "Unknown" })).toEqual([3]);
    expect(found({ missingLogo: true })).toEqual([2, 3, 4]);
    expect(found({ missingLogo: true, type: "Free" })).toEqual([4]);
  });

  it("keep the order, and return the same list if none is set", () => {
    const many = sampleAdminProducts(50);
    expect(filtered(many, noFilters)).toBe(many);
    const some = filtered(many, { ...noFilters, search: "4" });
    expect(some.map(({ id }) => id)).toEqual(many.map(({ id }) => id).filter((id) => String(id).includes("4")));
  });

  it("are unchanged after formatting and parsing", () => {
    const text = fc.string({ unit: "grapheme" }).map((search) => search.trim());
    const filters = fc.record({ search: text, section: text, type: text, missingLogo: fc.boolean() });
    fc.assert(
      fc.property(filters, (given) => {
        expect(parseFilters(formatFilters(given))).toEqual(given);
      }),
    );
    expect(formatFilters(noFilters)).toBe("");
  });

  it("offer the usual values first, then other values of the products, each with its count", () => {
    expect(countedBy(products, ["Free", "Freemium", "Premium"], ({ type }) => type)).toEqual([
      { name: "Free", count: 2 },
      { name: "Freemium", count: 0 },
      { name: "Premium", count: 1 },
      { name: "Unknown", count: 1 },
    ]);
  });
});
