import { expect, it } from "vitest";
import { sampleProduct } from "../../testing/samples";
import { csvOf } from "./csv";

it("writes saved tools as CSV that no spreadsheet runs", () => {
  const cards = [
    sampleProduct(1, { name: 'Say "hi", Ann', categories: ["Video", "Design"] }),
    sampleProduct(2, { name: '=HYPERLINK("x")', categories: [], type: "Unknown" }),
    sampleProduct(3, { name: "@SUM(1)\nx", categories: ["-1"] }),
  ];
  const tools = cards.map(({ id }) => ({ id, savedAt: Date.UTC(2026, 0, id, 23, 59) }));
  expect(csvOf(cards, tools, "https://tools.example").split("\r\n")).toEqual([
    "name,website,page,pricing,categories,saved",
    '"Say ""hi"", Ann",https://tool-1.example,https://tools.example/products/tool-1,Free,"Video, Design",2026-01-01',
    `"'=HYPERLINK(""x"")",https://tool-2.example,https://tools.example/products/tool-2,Unknown,,2026-01-02`,
    `"'@SUM(1)\nx",https://tool-3.example,https://tools.example/products/tool-3,Free,'-1,2026-01-03`,
    "",
  ]);
});
