import { createEvent, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { deferred, failure, openPage, present, stubApi } from "./testing/page";
import { sampleCatalog, sampleProduct, sampleProducts, sampleSection } from "./testing/samples";

const list = sampleCatalog(sampleSection(sampleProducts(1, 3)));
const pages = {
  "/api/catalog": list,
  "/api/products/tool-2": sampleProduct(2),
  "/api/products/tool-2/similar": [],
};
const card = (name: string) => screen.findByRole("link", { name });
const title = (name: string) => screen.findByRole("heading", { level: 1, name });

describe("a click on a link", () => {
  it("shows another screen without loading a document, and focuses its content", async () => {
    const { user } = openPage("/", pages);
    await user.click(await card("Tool 2"));
    expect(await title("Tool 2")).toBeInTheDocument();
    expect(present()).toBe("/products/tool-2");
    expect(screen.getByRole("main")).toHaveFocus();
    expect(document.title).toBe("Tool 2: video and design – Vitrine");
  });

  it("waits a moment for the next screen's data, then shows its skeleton", async () => {
    const slow = deferred();
    const { user } = openPage("/", { ...pages, "/api/products/tool-2": slow.promise });
    await user.click(await card("Tool 2"));
    expect(present()).toBe("/");
    await waitFor(() => expect(present()).toBe("/products/tool-2"));
    slow.settle(sampleProduct(2));
    expect(await title("Tool 2")).toBeInTheDocument();
  });

  it.each([
    ["with a key that opens it elsewhere", "Tool 2", { ctrlKey: true }],
    ["to another site", "Visit Tool 2", {}],
    ["to a document that is no screen", "Feed", {}],
  ])("%s is left to the browser", async (_, name, init) => {
    openPage("/", pages);
    await card("Tool 2");
    const feed = Object.assign(document.createElement("a"), { href: "/feed.xml", textContent: "Feed" });
    document.body.append(feed);
    onTestFinished(() => feed.remove());
    const link = await card(name);
    const press = createEvent.click(link, { button: 0, ...init });
    const preventDefault = vi.spyOn(press, "preventDefault");
    window.addEventListener("click", (event) => event.preventDefault(), { once: true }); // jsdom cannot load documents
    fireEvent(link, press);
    expect(preventDefault.mock.calls.length).toBe(1); // only the line above
    expect(present()).toBe("/");
  });

  it("to the current page adds no history entry", async () => {
    const { user } = openPage("/", pages);
    await card("Tool 2");
    const entries = history.length;
    await user.click(screen.getAllByRole("link", { name: "Vitrine, home" })[0] as HTMLElement);
    expect(history.length).toBe(entries);
  });

  it("to a screen that failed before requests its data again", async () => {
    const { user } = openPage("/", { "/api/catalog": list, "/api/products/tool-2": failure(503) });
    await user.click(await card("Tool 2"));
    await waitFor(() => expect(present()).toBe("/products/tool-2"));
    history.back();
    await waitFor(() => expect(present()).toBe("/"));
    stubApi(pages);
    await user.click(await card("Tool 2"));
    expect(await title("Tool 2")).toBeInTheDocument();
  });
});

describe("the scroll position", () => {
  it("is restored on going back, and is the top on a new screen", async () => {
    const { user } = openPage("/", pages);
    const link = await card("Tool 2");
    window.scrollTo(0, 700);
    fireEvent.scroll(window);
    await user.click(link);
    await title("Tool 2");
    expect(window.scrollY).toBe(0);
    history.back();
    await card("Tool 2");
    await waitFor(() => expect(window.scrollY).toBe(700));
  });
});

describe("the logo's view transition", () => {
  it.each([
    ["uses the clicked card's logo before and the page's own logo after", false, [["product-logo"], ["product-logo"]]],
    ["is skipped for users who prefer reduced motion", true, []],
  ])("%s", async (_rule, prefersReduced, expected) => {
    const bearers: string[][] = [];
    const names = () =>
      [...document.querySelectorAll<HTMLElement>("[data-logo]")]
        .map((logo) => logo.style.viewTransitionName)
        .filter((name) => name !== "");
    vi.stubGlobal("matchMedia", () => ({ matches: prefersReduced }));
    const startViewTransition = (change: () => void) => {
      bearers.push(names());
      change();
      bearers.push(names());
      return { finished: Promise.resolve() };
    };
    Object.assign(document, { startViewTransition });
    onTestFinished(() => void Reflect.deleteProperty(document, "startViewTransition"));
    const { user } = openPage("/", pages);
    await user.click(await card("Tool 2"));
    await title("Tool 2");
    expect(bearers).toEqual(expected);
  });
});
