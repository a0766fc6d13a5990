import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isKnown } from "../routes";
import { openPage, stubApi } from "../testing/page";
import { sampleCatalog, sampleProduct, sampleSection } from "../testing/samples";

const runway = sampleProduct(7, { name: "Runway", slug: "runway" });
const suno = sampleProduct(8, { name: "Suno", slug: "suno" });
const replies = {
  "/api/catalog": sampleCatalog(sampleSection([runway, suno])),
  "/api/products/runway": runway,
  "/api/products/runway/similar": [suno],
  "/api/products/suno": suno,
  "/api/products/suno/alternatives": { reasons: [], alternatives: [] },
  "/api/compare?products=runway-vs-suno": {
    name: "runway-vs-suno",
    products: [runway, suno],
    facts: [],
    verdict: "",
    similar: [],
    others: [],
  },
  "/api/collections/best": {
    slug: "best",
    title: "Best",
    introduction: "",
    author: "",
    updatedAt: "2026-01-02T03:04:05Z",
    tools: [],
  },
  "/api/products/suno/similar": [],
};

const sent = vi.fn<(address: string, body: Blob) => boolean>(() => true);

/** The recorded counts, in order. */
const counted = () =>
  Promise.all(sent.mock.calls.map(async ([address, body]) => `${address} ${body.type} ${await body.text()}`));

const opened = (id: number) => `/api/visits application/json {"product":${id},"kind":"open"}`;
const visited = (id: number) => `/api/visits application/json {"product":${id},"kind":"visit"}`;

beforeEach(() => {
  stubApi(replies);
  Object.defineProperty(navigator, "sendBeacon", { value: sent, configurable: true });
});

afterEach(() => {
  sent.mockClear();
  Reflect.deleteProperty(navigator, "sendBeacon");
  Reflect.deleteProperty(document, "prerendering");
});

describe("a visit", () => {
  it("is counted on a card and on a tool's page, for any mouse button that opens a link", async () => {
    const { user } = openPage("/");
    const visit = await screen.findByRole("link", { name: "Visit Suno" });
    await user.click(visit);
    fireEvent(visit, new MouseEvent("auxclick", { bubbles: true, button: 1 }));
    fireEvent(visit, new MouseEvent("auxclick", { bubbles: true, button: 2 }));
    await user.click(screen.getByRole("link", { name: "Runway" }));
    const [link] = await screen.findAllByRole("link", { name: /^Visit Runway.*new tab/ });
    await user.click(link as HTMLElement);
    expect(await counted()).toEqual([visited(8), visited(8), opened(7), visited(7)]);
  });

  it("follows the link also where beacons are disabled or fail", async () => {
    const followed = vi.fn((event: Event) => expect(event.defaultPrevented).toBe(false));
    document.addEventListener("click", followed);
    const { user } = openPage("/");
    const visit = await screen.findByRole("link", { name: "Visit Suno" });
    Reflect.deleteProperty(navigator, "sendBeacon");
    await user.click(visit);
    Object.defineProperty(navigator, "sendBeacon", { value: () => false, configurable: true });
    await user.click(visit);
    document.removeEventListener("click", followed);
    expect(followed).toHaveBeenCalledTimes(2);
  });
});

describe("a page view", () => {
  it("is counted each time a tool's page is opened", async () => {
    const { user } = openPage("/products/runway");
    const [similar] = await screen.findAllByRole("link", { name: "Suno" });
    await user.click(similar as HTMLElement);
    await screen.findByRole("heading", { level: 1, name: "Suno" });
    history.back();
    await screen.findByRole("heading", { level: 1, name: "Runway" });
    await waitFor(async () => expect(await counted()).toEqual([opened(7), opened(8), opened(7)]));
  });

  const pages: [kind: string, path: string, page: string][] = [
    ["alternatives", "/alternatives/suno", "suno"],
    ["comparison", "/compare/runway-vs-suno", "runway-vs-suno"],
    ["collection", "/best/best", "best"],
  ];
  it.each(pages.filter(([, path]) => isKnown(path)))(
    "is counted of a page of the kind %s",
    async (kind, path, page) => {
      openPage(path);
      await screen.findByRole("heading", { level: 1 });
      await waitFor(async () =>
        expect(await counted()).toEqual([`/api/visits application/json {"page":"${page}","kind":"${kind}"}`]),
      );
    },
  );

  it("is not counted for a tool that does not exist", async () => {
    openPage("/products/gone");
    await screen.findByRole("heading", { level: 1, name: "Product Not Found" });
    expect(sent).not.toHaveBeenCalled();
  });

  it("is counted when a prerendered page is shown, not before", async () => {
    Object.defineProperty(document, "prerendering", { value: true, configurable: true });
    openPage("/products/runway");
    await screen.findByRole("heading", { level: 1, name: "Runway" });
    expect(sent).not.toHaveBeenCalled();
    document.dispatchEvent(new Event("prerenderingchange"));
    expect(await counted()).toEqual([opened(7)]);
  });
});
