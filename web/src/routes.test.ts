import { describe, expect, it } from "vitest";
import type { Route } from "./route";
import { isKnown, pageReads, routeOf, routes } from "./routes";
import { slots } from "./slots";
import { queryClientWith } from "./state";
import { sampleCatalog, sampleProduct, sampleSite } from "./testing/samples";
import { served } from "./testing/shared-cases";
import { filtersInUse, filtersOf, matchPath } from "./visit";

const needs = (path: string, search = "") => pageReads(path, search).map(({ queryKey }) => queryKey[0]);

describe("what a page needs", () => {
  const ofProduct = (name: string) => [
    ...["", "/similar"].map((of) => `/api/products/${name}${of}`),
    ...slots.productReads.map((query) => query(name).queryKey[0]),
    `/api/products/${name}/tags`,
  ];

  const pages: [path: string, search: string, needs: unknown[]][] = [
    ["/", "", ["/api/site", "/api/catalog", "/api/home-rows"]],
    ["/", "?category=video&utm=1", ["/api/site", "/api/catalog?category=video&page=1"]],
    ["/category/video", "?pricing=Free", ["/api/site", "/api/catalog?category=video&pricing=Free"]],
    [
      "/",
      "?section=Our+Products&cursor=a%3D",
      ["/api/site", `/api/catalog?section=Our%20Products&cursor=a%3D&limit=24`],
    ],
    ["/products/runway", "", ["/api/site", ...ofProduct("runway")]],
    ["/product/7", "?x=1", ["/api/site", ...ofProduct("7")]],
    ["/categories", "", ["/api/site", "/api/category-overview"]],
    ["/tag/open-source", "", ["/api/site", "/api/catalog?tag=open-source&page=1"]],
    ["/tag/open-source/page/2", "", ["/api/site", "/api/catalog?tag=open-source&page=2"]],
    ["/tag/open-source", "?category=video&sort=name", ["/api/site", "/api/catalog?tag=open-source&sort=name"]],
    ["/alternatives/runway", "", ["/api/site", "/api/products/runway", "/api/products/runway/alternatives"]],
    ["/veo3-generator", "?x=1", ["/api/site"]],
    ["/privacy-policy", "", ["/api/site", "/api/legal-pages/privacy-policy"]],
    ["/submit", "", ["/api/site", "/api/submit-form"]],
    ["/submit/status/KEY", "", ["/api/site", "/api/submission-status/KEY"]],
    ["/newsletter", "", ["/api/site", "/api/newsletter/issues"]],
    ["/newsletter/settings", "", ["/api/site"]],
    ["/newsletter/archive", "", ["/api/site", "/api/newsletter/issues"]],
    ["/newsletter/archive/7", "", ["/api/site", "/api/newsletter/issues/7"]],
  ];
  it.each([...pages.filter(([path]) => isKnown(path)), ["/nowhere", "", ["/api/site"]]])(
    "%s%s is made from %j",
    (path, search, addresses) => {
      expect(needs(path, search)).toEqual(addresses);
    },
  );
});

describe("the route table", () => {
  it("has the same paths as the server's", () => {
    expect(routes.map(({ path }) => path).sort()).toEqual(served.pages.map(({ path }) => path).sort());
  });

  it.each(served.pages)("matches $path, with and without a trailing slash", ({ path, example }) => {
    expect(routeOf(example, "").route.path).toBe(path);
    expect(isKnown(`${example}/`)).toBe(true);
  });

  it.each(["/submit/status", "/submit/a", "/products", "/products/", "/products/a/b", "/Category/video"])(
    "does not match %s",
    (path) => {
      expect(isKnown(path)).toBe(false);
    },
  );

  const [accounts, newsletter] = [
    { accounts: true, newsletter: false },
    { accounts: false, newsletter: true },
  ];
  const needing = (part: Route["needs"]) =>
    served.pages.filter(({ example }) => routeOf(example, "").route.needs === part);
  it.each([
    ...needing("accounts").map((page) => ({ ...page, needed: accounts, other: newsletter })),
    ...needing("newsletter").map((page) => ({ ...page, needed: newsletter, other: accounts })),
  ])("has $path only with what it needs: $needed", ({ path, example, needed, other }) => {
    expect(routeOf(example, "").route.path).toBe(path);
    expect(routeOf(example, "", needed).route.path).toBe(path);
    expect(routeOf(example, "", other).route.path).toBe("");
  });

  it("decodes the parameters of a path, and replaces those that cannot be decoded", () => {
    expect(matchPath("/products/:id", "/products/a%20b")).toEqual({ id: "a b" });
    expect(matchPath("/products/:id", "/products/%E0")).toEqual({ id: "\uFFFD" });
    expect(matchPath("/products/:id", "/products/%00")).toEqual({ id: "\uFFFD" });
  });

  it("shows home with the chosen category at the category's URL", () => {
    const { visit } = routeOf("/category/video", "?pricing=Free");
    expect(filtersOf(visit)).toMatchObject({ category: "video", pricing: "Free" });
  });

  it("starts without filters on a screen other than home", () => {
    const { visit } = routeOf("/products/runway", "?pricing=Free");
    expect(filtersInUse(visit).pricing).toBe("all");
  });
});

describe("the document's title", () => {
  const writing = { name: "Writing", slug: "writing" };
  it.each(served.pages)("of $example is the same as the server's", ({ example, title }) => {
    const { route, visit } = routeOf(example, "");
    const products = [{ name: "ChatGPT" }, { name: "Éditeur Vidéo" }];
    const client = queryClientWith({
      "/api/site": { status: 200, body: { ...sampleSite(), categories: [{ id: 1, ...writing }] } },
      "/api/catalog?tag=agents&page=1": { status: 200, body: { ...sampleCatalog(), tag: "Agents" } },
      "/api/newsletter/issues/1": { status: 200, body: { subject: "Tools <of> the week" } },
      "/api/collections/best-of": { status: 200, body: { title: "Best of <b>" } },
      "/api/compare?products=chatgpt-vs-editeur-video": { status: 200, body: { products } },
      "/api/products/chatgpt": { status: 200, body: sampleProduct(1, { name: "ChatGPT", categories: ["Writing"] }) },
      "/api/products/chatgpt/alternatives": { status: 200, body: { reasons: [], alternatives: Array(8).fill({}) } },
    });
    expect(route.title(visit, "Vitrine", client)).toBe(title);
  });

  const answers = {
    "/api/site": { status: 200, body: sampleSite() },
    "/api/catalog?category=nowhere&page=1": { status: 200, body: sampleCatalog() },
    "/api/products/runway": { status: 200, body: sampleProduct(2, { name: "Runway" }) },
    "/api/products/runway/alternatives": { status: 200, body: { reasons: [], alternatives: [{}] } },
    "/api/catalog?tag=nothing&page=1": { status: 200, body: sampleCatalog() },
    "/api/products/gone": { status: 404, body: { error: "gone" } },
    "/api/newsletter/issues/9": { status: 404, body: { error: "gone" } },
  };
  const pages: [path: string, search: string, title: string][] = [
    ["/", "?category=video", "Video AI tools – Vitrine"],
    ["/category/nowhere", "?search=video", "Page Not Found – Vitrine"],
    ["/", "?category=Video", "Video AI tools – Vitrine"],
    ["/", "?category=nowhere", "No tools found – Vitrine"],
    ["/", "?search=edit+video", "“edit video” – Vitrine"],
    ["/tag/nothing", "", "Page Not Found – Vitrine"],
    ["/products/gone", "", "Product Not Found – Vitrine"],
    ["/alternatives/gone", "", "Product Not Found – Vitrine"],
    ["/alternatives/runway", "", "1 alternative to Runway – Vitrine"],
    ["/newsletter/archive/9", "", "Issue Not Found – Vitrine"],
  ];
  it.each([...pages.filter(([path]) => isKnown(path)), ["/nowhere", "", "Page Not Found – Vitrine"]])(
    "of %s%s is %s",
    (path, search, title) => {
      const { route, visit } = routeOf(path, search);
      expect(route.title(visit, "Vitrine", queryClientWith(answers))).toBe(title);
    },
  );
});
