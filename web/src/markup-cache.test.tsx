import { renderToString } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { cacheable } from "./cacheable";
import { cardContents, ProductCard } from "./components/product-card";
import { cacheMarkup } from "./markup-cache";
import { sampleProduct } from "./testing/samples";

const rendered = vi.fn(cardContents.of);
cardContents.of = rendered;
cacheMarkup(cardContents);

/** How often a card is rendered while those of the products are shown. */
function timesRendered(...products: ReturnType<typeof sampleProduct>[]): number {
  rendered.mockClear();
  for (const product of products) renderToString(<ProductCard product={product} />);
  return rendered.mock.calls.length;
}

it("renders a card once, and again when its product has changed", () => {
  const before = sampleProduct(1, { name: "Runway" });
  const after = { ...before, hasDeal: true };
  expect(timesRendered(before, { ...before })).toBe(1);
  expect(timesRendered(after, after)).toBe(1);
  expect(renderToString(<ProductCard product={after} />)).toContain("Deal");
  expect(renderToString(<ProductCard product={before} />)).not.toContain("Deal");
});

it("forgets the card that was not needed for longest when there are too many", () => {
  const large = (id: number) => sampleProduct(id, { description: "x".repeat(300_000) }); // six of them fit
  const [first, second, ...others] = [1, 2, 3, 4, 5, 6].map(large);
  if (!first || !second) throw new Error("no cards");
  expect(timesRendered(first, second, ...others)).toBe(6);
  expect(timesRendered(first, large(7))).toBe(1);
  expect(timesRendered(first, ...others)).toBe(0);
  expect(timesRendered(second)).toBe(1);
});

it("keeps what is made from the same value for different places apart", () => {
  const [first, second] = [cacheable((name: string) => <b>{name}</b>), cacheable((name: string) => <i>{name}</i>)];
  cacheMarkup(first, second);
  for (let time = 0; time < 2; time++) {
    expect(first.of("Runway")).toEqual({ dangerouslySetInnerHTML: { __html: "<b>Runway</b>" } });
    expect(second.of("Runway")).toEqual({ dangerouslySetInnerHTML: { __html: "<i>Runway</i>" } });
  }
});

it("keeps nothing of what no other page has", () => {
  const own = cacheable(
    (name: string) => <b>{name}</b>,
    () => false,
  );
  const { of } = own;
  cacheMarkup(own);
  expect(own.of("Runway")).toEqual(of("Runway"));
});
