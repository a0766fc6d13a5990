import { beforeEach, describe, expect, it, vi } from "vitest";
import { sampleProduct } from "../../testing/samples";
import { savedAsCsv } from "./csv";

/** The browser's storage; `isFull` makes it refuse. */
function stubStorage(text: string | null, isFull = false) {
  const stored = { text };
  vi.stubGlobal("localStorage", {
    getItem: () => stored.text,
    setItem: (_key: string, value: string) => {
      if (isFull) throw new DOMException("full", "QuotaExceededError");
      stored.text = value;
    },
  });
  return stored;
}

const listeners: ((event: Partial<StorageEvent>) => void)[] = [];

/** The module as a new page has it. */
async function newPage() {
  vi.resetModules();
  return await import("./saved-tools");
}

const tool = (id: number) => ({ id, savedAt: id });

beforeEach(() => {
  vi.unstubAllGlobals();
  listeners.length = 0;
  vi.stubGlobal("addEventListener", (_type: string, listener: () => void) => listeners.push(listener));
  vi.stubGlobal("removeEventListener", () => undefined);
});

describe("saved tools", () => {
  it("are kept across pages, in the order in which they were saved", async () => {
    stubStorage(null);
    const page = await newPage();
    page.saveTools([tool(2), tool(3)]);
    page.saveTools([tool(1), tool(3)]);
    page.removeSaved(2);
    expect((await newPage()).savedTools()).toEqual([tool(1), tool(3)]);
  });

  it("are at most 500", async () => {
    stubStorage(null);
    const { saveTools, savedTools, savedLimit } = await newPage();
    const many = Array.from({ length: savedLimit }, (_, index) => tool(index + 1));
    expect(saveTools(many)).toEqual({ rejected: 0, isKept: true });
    expect(saveTools([tool(1), tool(501), tool(502)])).toEqual({ rejected: 2, isKept: true });
    expect(savedTools()).toEqual(many);
  });

  it("are there until the page is closed if the browser stores nothing", async () => {
    stubStorage(null, true);
    const { saveTools, isSaved } = await newPage();
    expect(saveTools([tool(1)])).toEqual({ rejected: 0, isKept: false });
    expect(isSaved(1)).toBe(true);
  });

  it.each([
    ["nothing", null],
    ["no JSON", "{"],
    ["no list", '{"id":1}'],
    [
      "no tools",
      '[null,7,{"id":"1","savedAt":1},{"id":-1,"savedAt":1},{"id":1.5,"savedAt":1},{"id":1,"savedAt":1e99}]',
    ],
  ])("are none if %s is stored", async (_what, text) => {
    stubStorage(text);
    expect((await newPage()).savedTools()).toEqual([]);
  });

  it("change with another tab", async () => {
    const stored = stubStorage(null);
    const { savedTools, subscribeSaved } = await newPage();
    const changed = vi.fn();
    subscribeSaved(changed);
    expect(savedTools()).toEqual([]);
    stored.text = JSON.stringify([tool(1)]);
    listeners[0]?.({ key: "another" });
    expect(changed).not.toHaveBeenCalled();
    listeners[0]?.({ key: "saved_tools" });
    expect(changed).toHaveBeenCalledOnce();
    expect(savedTools()).toEqual([tool(1)]);
  });
});

describe("the fragment of a link", () => {
  it.each([
    ["#3.1.2", [3, 1, 2]],
    ["#3.3.x..-1.0.2.5", [3, 2, 5]],
    ["", []],
    ["#main", []],
    ["#<script>", []],
  ])("%s lists %j", async (fragment, ids) => {
    expect((await newPage()).idsIn(fragment)).toEqual(ids);
  });

  it("lists at most 500", async () => {
    const { idsIn, savedLimit } = await newPage();
    expect(idsIn(`#${Array.from({ length: 600 }, (_, index) => index + 1).join(".")}`)).toHaveLength(savedLimit);
  });
});

it("writes saved tools as CSV that no spreadsheet runs", () => {
  const cards = [
    sampleProduct(1, { name: 'Say "hi", Ann', categories: ["Video", "Design"] }),
    sampleProduct(2, { name: '=HYPERLINK("x")', categories: [], type: "Unknown" }),
    sampleProduct(3, { name: "@SUM(1)\nx", categories: ["-1"] }),
  ];
  const tools = cards.map(({ id }) => ({ id, savedAt: Date.UTC(2026, 0, id, 23, 59) }));
  expect(savedAsCsv(cards, tools, "https://tools.example").split("\r\n")).toEqual([
    "name,website,page,pricing,categories,saved",
    '"Say ""hi"", Ann",https://tool-1.example,https://tools.example/products/tool-1,Free,"Video, Design",2026-01-01',
    `"'=HYPERLINK(""x"")",https://tool-2.example,https://tools.example/products/tool-2,Unknown,,2026-01-02`,
    `"'@SUM(1)\nx",https://tool-3.example,https://tools.example/products/tool-3,Free,'-1,2026-01-03`,
    "",
  ]);
});
