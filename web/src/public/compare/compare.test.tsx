import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Fact } from "../../api/comparisons";
import type { Comparison } from "../../api/schema.gen";
import { SiteProvider } from "../../site";
import { queryClientWith } from "../../state";
import { textsOf } from "../../testing/page";
import { sampleProduct, sampleProducts, sampleSite } from "../../testing/samples";
import { Compare } from "./compare";
import { isDifference } from "./fact-table";
import { compareFeature } from "./pages";

const krea = sampleProduct(1, { name: "Krea", categories: ["Design", "Video Editing"] });
const suno = sampleProduct(2, { name: "Suno", categories: ["Design", "SEO"] });

const facts: Fact[] = [
  { kind: "price", values: [["Free"], ["Free"]], same: true },
  { kind: "categories", values: [krea.categories, suno.categories], same: false },
  { kind: "deal", values: [["20 % off"], []], same: false },
  { kind: "useCases", values: [["Draw"], ["Sing"]], same: false },
  { kind: "video", values: [["Available"], []], same: false },
];

function show(changes: Partial<Comparison> = {}, answers: Parameters<typeof queryClientWith>[0] = {}) {
  const body = {
    name: "krea-vs-suno",
    products: [krea, suno],
    facts,
    verdict: "",
    similar: [],
    others: [],
    ...changes,
  };
  const client = queryClientWith({ "/api/compare?products=krea-vs-suno": { status: 200, body }, ...answers });
  render(
    <QueryClientProvider client={client}>
      <SiteProvider value={sampleSite()}>
        <Compare visit={{ path: "/compare/krea-vs-suno", search: "", params: { comparison: "krea-vs-suno" } }} />
      </SiteProvider>
    </QueryClientProvider>,
  );
}

describe("what differs", () => {
  it.each<[string, Fact["kind"], string[][], boolean]>([
    ["another price", "price", [["Free"], ["Premium"]], true],
    ["a price that is not known of one", "price", [["Free"], []], false],
    ["two of three prices", "price", [["Free"], [], ["Premium"]], true],
    ["the same categories in another order", "categories", [["A", "B"], ["B", "A"]], false], // biome-ignore format: one line
    ["a deal that only one has", "deal", [["20 % off"], []], true],
  ])("%s", (_, kind, values, expected) => {
    expect(isDifference({ kind, values })).toBe(expected);
  });
});

describe("a comparison", () => {
  it("shows first what differs, then what is not known of all, and folds what is the same", () => {
    show();
    expect(textsOf(screen.getAllByRole("rowheader", { hidden: true }))).toEqual([
      ...["Use cases", "Categories", "Deal", "Video demo", "Price", "In their words", "Website"],
    ]);
    expect(screen.getByText("3 things differ")).toBeInTheDocument();
    expect(within(screen.getByRole("group")).getByText("1 thing is the same")).toBeVisible();
    expect(screen.getByText("Price: Free")).toBeVisible();
    expect(screen.getByRole("row", { name: /^Video demo/ })).toHaveTextContent("Not listed");
    expect(screen.getByRole("row", { name: /^Deal/ })).toHaveTextContent("None right now");
  });

  it("says what each is for besides, unless there is a verdict", () => {
    show();
    expect(screen.getByText("Krea is also for video editing. Suno is also for SEO.")).toBeVisible();
  });

  it("leads to others, and to itself with another tool", () => {
    const similar = [{ slug: "udio", name: "Udio", logo: "", logoColor: "" }];
    show({ similar, others: [{ name: "krea-vs-udio", title: "Krea vs Udio", tools: [krea, ...similar] }] });
    const others = within(screen.getByRole("region", { name: "Other comparisons" }));
    expect(others.getByRole("link", { name: "Krea vs Udio" })).toHaveAttribute("href", "/compare/krea-vs-udio");
    expect(others.getByRole("link").querySelectorAll(".logo")).toHaveLength(2);
    const add = screen.getByRole("button", { name: "Udio" }) as HTMLButtonElement;
    const sent = new FormData(add.form as HTMLFormElement, add);
    expect([...sent]).toEqual([
      ["a", krea.slug],
      ["a", suno.slug],
      ["b", "udio"],
    ]);
    cleanup();
    show({ products: [1, 2, 3, 4].map((id) => sampleProduct(id)) });
    expect(screen.queryByText("Add another tool:")).toBeNull();
  });

  it("finds another tool in place by relevance, without those that it has", () => {
    const elsewhere = [sampleProduct(7, { name: "Other" }), sampleProduct(8, { name: "A tool 9" })];
    const body = [...elsewhere, ...sampleProducts(1, 4), sampleProduct(9, { name: "Tool 3" })];
    show({}, { "/api/products?search=tool&limit=11": { status: 200, body } });
    fireEvent.input(screen.getByRole("combobox", { name: "Another tool" }), { target: { value: "tool " } });
    const labels = screen.getAllByRole("option").map((option) => option.querySelector(".option-name")?.textContent);
    expect(labels).toEqual(["Other", "A tool 9", "Tool 3", "Tool 4", "Tool 3 (tool-9)"]);
    expect(screen.getByRole("listbox").querySelectorAll(".logo")).toHaveLength(5);
  });

  it("leads to the rest of a description only where it is cut", () => {
    const measures: (() => void)[] = [];
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal(
      "ResizeObserver",
      class {
        constructor(measure: () => void) {
          measures.push(measure);
        }
        observe() {}
        disconnect() {}
      },
    );
    show();
    const [cut] = document.querySelectorAll(".fact-words");
    Object.defineProperty(cut, "scrollHeight", { value: 200 });
    act(() => measures.forEach((measure) => void measure()));
    expect(textsOf(screen.getAllByRole("link", { name: /^More/ }))).toEqual(["More about Krea"]);
  });

  it("with a verdict comes first among those of a tool's page", () => {
    const [CompareLinks] = compareFeature.productSections ?? [];
    if (!CompareLinks) throw new Error("no section");
    const luma = sampleProduct(3, { name: "Luma" });
    const client = queryClientWith({
      "/api/products/suno/similar": { status: 200, body: [luma] },
      "/api/products/suno/comparisons": {
        status: 200,
        body: [{ name: "krea-vs-tool-2", title: "Krea vs Suno", tools: [krea, suno] }],
      },
    });
    render(
      <QueryClientProvider client={client}>
        <CompareLinks id="suno" product={suno} />
      </QueryClientProvider>,
    );
    const [first, second] = screen.getAllByRole("listitem");
    expect(within(first as HTMLElement).getByRole("link", { name: "Suno vs Krea" })).toHaveAttribute(
      "href",
      "/compare/krea-vs-tool-2",
    );
    expect(first).toHaveTextContent("With a verdict");
    expect(within(second as HTMLElement).getByRole("button", { name: "Suno vs Luma" })).toHaveValue("tool-3");
  });

  it("begins with the verdict", () => {
    show({ verdict: "<p>Choose Krea to draw.</p>" });
    expect(screen.queryByText(/is also for/)).toBeNull();
    const verdict = screen.getByRole("region", { name: "Verdict" });
    expect(verdict).toHaveTextContent("Choose Krea to draw.");
    expect(verdict.compareDocumentPosition(screen.getByRole("table"))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});
