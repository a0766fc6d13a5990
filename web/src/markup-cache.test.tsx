import fc from "fast-check";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import type { ProductCard as Card } from "./api/schema.gen";
import { cacheable, sequence, template } from "./cacheable";
import { cards } from "./kit/tools/product-card";
import { cacheMarkup } from "./markup-cache";
import { sampleProduct } from "./testing/samples";

interface Tag {
  name: string;
  color: string;
}

const rendered = vi.fn((color: string, { name }: { name: string }) => (
  <b title={name} className={color}>
    {name}
  </b>
));
const tag = template("tag", ({ name, color }: Tag) => ({ shape: color, texts: { name } }), rendered);
cacheMarkup(tag);

const markupOf = (value: Tag) => renderToString(<p {...tag.of(value)} />);
const named = (name: string) => ({ name, color: "red" });

beforeEach(() => {
  rendered.mockClear();
});

it("renders each shape once and inserts the texts of each value", () => {
  expect(markupOf(named("Runway"))).toBe('<p><b title="Runway" class="red">Runway</b></p>');
  expect(markupOf(named("Suno"))).toBe('<p><b title="Suno" class="red">Suno</b></p>');
  expect(markupOf({ name: "Suno", color: "blue" })).toBe('<p><b title="Suno" class="blue">Suno</b></p>');
  expect(rendered).toHaveBeenCalledTimes(2);
});

it("evicts the least recently used shape when the cache is full", () => {
  const shapes = [1, 2, 3, 4, 5, 6].map((id) => ({ name: "", color: `${id}${"x".repeat(300_000)}` })); // six of them fit
  const [first, second, ...others] = shapes;
  if (!first || !second) throw new Error("no shapes");
  const timesRendered = (...values: Tag[]) => {
    rendered.mockClear();
    for (const value of values) markupOf(value);
    return rendered.mock.calls.length;
  };
  expect(timesRendered(...shapes)).toBe(6);
  expect(timesRendered(first, { name: "", color: "y".repeat(300_000) })).toBe(1);
  expect(timesRendered(first, ...others)).toBe(0);
  expect(timesRendered(second)).toBe(1);
});

it("caches the same value separately for different templates", () => {
  const [first, second] = [
    cacheable("bold", (name: string) => <b>{name}</b>),
    cacheable("italic", (name: string) => <i>{name}</i>),
  ];
  cacheMarkup(first, second);
  for (let time = 0; time < 2; time++) {
    expect(first.of("Runway")).toEqual({ dangerouslySetInnerHTML: { __html: "<b>Runway</b>" } });
    expect(second.of("Runway")).toEqual({ dangerouslySetInnerHTML: { __html: "<i>Runway</i>" } });
  }
});

it("leaves content that must not be cached to React", () => {
  const own = cacheable(
    "own",
    (name: string) => <b>{name}</b>,
    () => false,
  );
  const { of } = own;
  cacheMarkup(own);
  expect(own.of("Runway")).toEqual(of("Runway"));
});

it("caches a sequence piece by piece, unless React has to render one of them", () => {
  const named = template(
    "named",
    (name: string) => ({ shape: "", texts: { name } }),
    (_, { name }) => <b key={name}>{name}</b>,
    (name) => name !== "",
  );
  const all = sequence(
    (names: string[]) => names.map((name) => <b key={name}>{name}</b>),
    (names) => names.map(named.split),
  );
  cacheMarkup(all);
  expect(all.of(["a", "<"])).toEqual({ dangerouslySetInnerHTML: { __html: "<b>a</b><b>&lt;</b>" } });
  expect(renderToString(<p {...all.of(["a", ""])} />)).toBe("<p><b>a</b><b></b></p>");
});

const inBrowsers = cards.of;
cacheMarkup(cards);
const onServer = cards.of;

const markupWith = (of: typeof inBrowsers, product: Card) => renderToString(<ul {...of([product])} />);

const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom(..."&<>\"' \na") }));
const address = fc.oneof(
  text,
  text.map((path) => `https://a.example/${path}`),
  text.map((path) => `/uploads/${path}`),
  fc.constantFrom(
    "",
    "null",
    " /uploads/a.jpg",
    "javascript:alert(1)",
    "java\nscript:alert(1)",
    `/uploads/${"0f".repeat(32)}.png`,
  ),
);

it("writes every card as React does, whatever its texts are", () => {
  const product = fc.record({
    name: text,
    slug: text,
    description: text,
    categories: fc.array(text),
    website: address,
    logo: address,
    logoColor: fc.constantFrom("", "#123456", "oklch(0.5 0.1 20)"),
    type: fc.constantFrom("Free", "Freemium", "Premium", "Unknown"),
    isFeatured: fc.boolean(),
    hasDeal: fc.boolean(),
    hasLandingPage: fc.boolean(),
  });
  fc.assert(
    fc.property(product, (values) => {
      const card = sampleProduct(1, values as Partial<ReturnType<typeof sampleProduct>>);
      expect(markupWith(onServer, card)).toBe(markupWith(inBrowsers, card));
    }),
  );
});
