import { act } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { App } from "./app";
import { srcSetOf } from "./kit/tools/images";
import { cards } from "./kit/tools/product-card";
import { logoSizes } from "./kit/tools/product-logo";
import { categoryMenu, filterBarContents } from "./public/directory/filter-bar";
import { listContents } from "./public/directory/listing";
import { socialLinks } from "./public/frame/footer";
import { categoryLinks } from "./public/frame/navigation-bar";
import { isKnown, routes } from "./routes";
import { type Answer, queryClientWith } from "./state";
import { sampleCatalog, sampleProduct, sampleProducts, sampleSection, sampleSite } from "./testing/samples";

const cacheables = [cards, listContents, categoryLinks, categoryMenu, filterBarContents, socialLinks];
const inBrowsers = cacheables.map(({ of }) => of);
await import("./entry-server");
await Promise.all(routes.map(({ load }) => load?.()));
const onServer = cacheables.map(({ of }) => of);
const setEnvironment = (contents: typeof inBrowsers) => {
  for (const [index, cacheable] of cacheables.entries()) Object.assign(cacheable, { of: contents[index] });
};

declare global {
  var vitrine: { needs: (json: string) => string; render: (json: string) => string };
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const product = sampleProduct(1, {
  slug: "runway",
  name: "Runway",
  useCases: "one\ntwo",
  videoUrl: "https://youtu.be/dQw4w9WgXcQ",
  images: ["/uploads/a.jpg"],
  isFeatured: true,
  hasDeal: true,
  promoText: "20 % off",
});
const issue = { number: 1, cadence: "weekly", subject: "Three new AI tools", sentAt: "2026-11-23T08:00:00Z" };
const logo = `/uploads/${"0f".repeat(32)}.jpg`;
const list = sampleCatalog(
  sampleSection(sampleProducts(1, 12, { section: "Our Products" }), { section: "Our Products", total: 14, next: "n" }),
  sampleSection(sampleProducts(13, 24, { hasLandingPage: true, logo }), { total: 40, next: "m" }),
);
const library: Record<string, Answer> = {
  "/api/site": ok(sampleSite({ newsletter: true })),
  "/api/newsletter/issues": ok([{ ...issue, subject: "Subject 2", products: 12 }]),
  "/api/newsletter/issues/1": ok({
    ...issue,
    intro: "<p>Hello <strong>all</strong>.</p>",
    sections: [{ kind: "new", products: [{ ...product, image: "", categories: [{ id: 3, name: "Video" }] }] }],
  }),
  "/api/newsletter/issues/9": { status: 404, body: { error: "gone" } },
  "/api/submit-form": ok({ embed: "", address: "", sendsMail: true }),
  "/api/catalog": ok(list),
  "/api/catalog?search=zzz": ok(sampleCatalog()),
  "/api/catalog?search=vidoe": ok({ ...list, correctedQuery: "video" }),
  "/api/catalog?category=video&page=1": ok(list),
  "/api/catalog?section=Our%20Products&cursor=broken&limit=24": { status: 400, body: { error: "bad cursor" } },
  "/api/products/runway": ok(product),
  "/api/products/runway/similar": ok(sampleProducts(2, 9)),
  "/api/products/gone": { status: 404, body: { error: "gone" } },
  "/api/products/gone/similar": { status: 404, body: { error: "gone" } },
};

const parsed = (markup: string) => new DOMParser().parseFromString(markup, "text/html").body;

const examples: [path: string, search: string, heading: string][] = [
  ["/", "", "AI tools worth"],
  ["/", "?search=zzz", "No tools found"],
  ["/", "?search=vidoe", "Corrected from"],
  ["/category/video", "", "Video AI tools"],
  ["/", "?section=Our+Products&cursor=broken", "Failed to fetch products"],
  ["/products/runway", "", "Runway"],
  ["/product/runway", "", "Runway"],
  ["/products/gone", "", "Product Not Found"],
  ["/products/out-of-reach", "", "Try again"],
  ["/veo3-generator", "", "VEO 3 Script Generator"],
  ["/submit", "", "Submit Your AI Tool"],
  ["/newsletter", "", "New AI tools, by email"],
  ["/newsletter/archive", "", "Subject 2"],
  ["/newsletter/archive/1", "", "Three new AI tools"],
  ["/newsletter/archive/9", "", "Issue not found"],
];
const pages = [...examples.filter(([path]) => isKnown(path)), ["/nowhere", "", "Page Not Found"] as const];

function answersFor(path: string, search: string): Record<string, Answer> {
  const addresses = JSON.parse(vitrine.needs(JSON.stringify({ path, search }))) as string[];
  return Object.fromEntries(addresses.map((address) => [address, library[address] ?? { status: 500, body: {} }]));
}

/** The markup of a page, with the answers of the library or these. */
const rendered = (path: string, search = "", answers = answersFor(path, search), name = "Vitrine") =>
  vitrine.render(JSON.stringify({ path, search, site: { name }, answers }));

describe("a page rendered on the server", () => {
  const fetched = vi.fn();
  beforeEach(() => vi.stubGlobal("fetch", fetched));
  afterEach(() => {
    setEnvironment(onServer);
    document.body.replaceChildren();
    fetched.mockReset();
  });

  it.each(pages)("of %s%s contains its texts and hydrates without a warning or a request", async (...page) => {
    const [path, search, heading] = page;
    const warned = vi.spyOn(console, "error");
    const answers = answersFor(path, search);
    const markup = rendered(path, search, answers);
    expect(markup).toContain(heading);

    setEnvironment(inBrowsers);
    history.replaceState(null, "", path + search);
    const root = document.body.appendChild(document.createElement("div"));
    root.innerHTML = markup;
    const before = root.querySelector("main")?.innerHTML;
    const recovered: unknown[] = [];
    const app = <App queries={queryClientWith(answers)} siteName="Vitrine" />;
    const hydrated = await act(() => hydrateRoot(root, app, { onRecoverableError: (error) => recovered.push(error) }));
    expect(recovered).toEqual([]);
    expect(warned).not.toHaveBeenCalled();
    expect(fetched).not.toHaveBeenCalled();
    expect(root.querySelector("main h1")?.textContent).toBe(parsed(before ?? "").querySelector("h1")?.textContent);
    await act(() => hydrated.unmount());
  });

  it.each(pages)("of %s%s is the same with cached markup", (path, search) => {
    const answers = answersFor(path, search);
    const page = <App queries={queryClientWith(answers)} siteName="Vitrine" at={{ path, search }} />;
    const [first, again] = [renderToString(page), renderToString(page)];
    setEnvironment(inBrowsers);
    expect(first).toBe(renderToString(page));
    expect(again).toBe(first);
  });

  it("has all logos as images at their displayed size, none of them waiting for a script", () => {
    expect(rendered("/")).toContain(`sizes="${logoSizes.card}" srcSet="${srcSetOf(logo)}" src="${logo}"`);
  });

  it("links to every category's page in both navigation menus", () => {
    const menus = [...parsed(rendered("/nowhere")).querySelectorAll("header details")];
    expect(menus.map((menu) => menu.querySelectorAll('a[href^="/category/"]').length)).toEqual([3, 3]);
  });

  const named = ["/alternatives/runway", "/compare/a-vs-b", "/best/b"].filter(isKnown);
  it.each(["/", "/category/video", "/categories", "/products/runway", ...named])(
    "of %s says the language of each name whose script has one",
    (path) => {
      const names = ["翻訳くん", "ガイド", "まとめ"]; // of a tool, a category, a collection
      const [name = "", category = "", title = ""] = names;
      const tool = sampleProduct(1, { slug: "runway", name, categories: [category] });
      const categories = [{ id: 3, name: category, slug: "video", group: "Video" }];
      const inCategory = { ...categories[0], count: 1, pricing: [], tools: [tool] };
      const found = sampleCatalog(sampleSection([tool]));
      const collection = { slug: "b", title, introduction: "", author: "", updatedAt: tool.updatedAt };
      const library: Record<string, unknown> = {
        "/api/site": sampleSite({ categories }),
        "/api/catalog": { ...found, facets: { ...found.facets, categories: [inCategory] } },
        "/api/categories": [inCategory],
        "/api/tags": [],
        "/api/home-rows": { rows: [], collections: [], categories: [] },
        "/api/products/runway": tool,
        "/api/products/runway/similar": [tool],
        "/api/products/runway/comparisons": [{ name: "a-vs-b", title: name, tools: [tool] }],
        "/api/products/runway/alternatives": {
          reasons: [],
          alternatives: [{ product: tool, isPick: false, shared: [], different: [] }],
        },
        "/api/compare": {
          name: "a-vs-b",
          products: [tool],
          facts: [{ kind: "categories", same: true, values: [[category]] }],
          verdict: "",
          similar: [tool],
          others: [{ name: "a-vs-c", title: name, tools: [] }],
        },
        "/api/collections/b": { ...collection, tools: [{ product: tool, note: "" }] },
      };
      const asked = JSON.parse(vitrine.needs(JSON.stringify({ path, search: "" }))) as string[];
      const answers = asked.map((url) => [url, ok(library[url.split("?")[0] ?? ""])]);
      const page = parsed(rendered(path, "", Object.fromEntries(answers)));
      const shown = [...page.querySelectorAll(":not(:has(*))")].filter(({ textContent }) =>
        names.includes(textContent ?? ""),
      );
      expect(shown.length).toBeGreaterThan(1);
      expect(shown.filter((element) => !element.closest('[lang="ja"]')).map((element) => element.outerHTML)).toEqual(
        [],
      );
    },
  );

  it("escapes what users wrote", () => {
    const evil = sampleProduct(1, { name: "<script>alert(1)</script>", website: 'https://a.example/?"><b>' });
    const answers = { "/api/site": ok(sampleSite()), "/api/catalog": ok(sampleCatalog(sampleSection([evil]))) };
    const markup = rendered("/", "", answers, "<b>");
    expect(markup).not.toContain("<script>");
    expect(markup).not.toContain("<b>");
  });

  it("lists the API URLs it needs as a JSON array", () => {
    const json = vitrine.needs(JSON.stringify({ path: "/", search: "?search=a+b" }));
    expect(JSON.parse(json)).toEqual(["/api/site", "/api/catalog?search=a%20b"]);
  });
});

it("tells search engines not to follow links that pay nothing, unless the site's settings let them", () => {
  setEnvironment(onServer);
  const rels = (follow?: true) => {
    const site = { name: "Vitrine", ...(follow ? { follow } : {}) };
    const markup = vitrine.render(JSON.stringify({ path: "/", search: "", site, answers: library }));
    return new Set([...parsed(markup).querySelectorAll(".card-visit")].map((link) => link.getAttribute("rel")));
  };
  for (const [follow, rel] of [
    [undefined, "noopener noreferrer nofollow"],
    [true, "noopener noreferrer"],
    [undefined, "noopener noreferrer nofollow"],
  ] as const)
    expect(rels(follow)).toEqual(new Set([rel]));
});
