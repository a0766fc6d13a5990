import { createEvent, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
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

describe("a press on a link", () => {
  it("leads to another screen without loading a document, and gives the focus to its content", async () => {
    stubApi(pages);
    const { user } = openPage("/");
    await user.click(await card("Tool 2"));
    expect(await title("Tool 2")).toBeInTheDocument();
    expect(present()).toBe("/products/tool-2");
    expect(screen.getByRole("main")).toHaveFocus();
    expect(document.title).toBe("Tool 2: video and design – Vitrine");
  });

  it("waits a moment for the next screen's answers, then shows its shape", async () => {
    const slow = deferred();
    stubApi({ ...pages, "/api/products/tool-2": slow.promise });
    const { user } = openPage("/");
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
    stubApi(pages);
    openPage("/");
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

  it("to where one is already adds nothing to the history", async () => {
    stubApi(pages);
    const { user } = openPage("/");
    await card("Tool 2");
    const entries = history.length;
    await user.click(screen.getAllByRole("link", { name: "Vitrine, home" })[0] as HTMLElement);
    expect(history.length).toBe(entries);
  });

  it("to a screen that failed before asks again", async () => {
    stubApi({ "/api/catalog": list, "/api/products/tool-2": failure(503) });
    const { user } = openPage("/");
    await user.click(await card("Tool 2"));
    await waitFor(() => expect(present()).toBe("/products/tool-2"));
    history.back();
    await waitFor(() => expect(present()).toBe("/"));
    stubApi(pages);
    await user.click(await card("Tool 2"));
    expect(await title("Tool 2")).toBeInTheDocument();
  });
});

describe("the place on the page", () => {
  beforeEach(() => sessionStorage.clear());

  it("is kept for going back, and is the top of a new screen", async () => {
    stubApi(pages);
    const { user } = openPage("/");
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

describe("the travelling logo", () => {
  function stubTransition(reducedMotion: boolean) {
    const bearers: string[][] = [];
    const names = () =>
      [...document.querySelectorAll<HTMLElement>("[data-logo]")]
        .map((logo) => logo.style.viewTransitionName)
        .filter((name) => name !== "");
    vi.stubGlobal("matchMedia", () => ({ matches: reducedMotion }));
    const startViewTransition = (change: () => void) => {
      bearers.push(names());
      change();
      bearers.push(names());
      return { finished: Promise.resolve() };
    };
    Object.assign(document, { startViewTransition });
    return { bearers, restore: () => Reflect.deleteProperty(document, "startViewTransition") };
  }

  it("is the pressed card's before and the page's own after", async () => {
    const { bearers, restore } = stubTransition(false);
    stubApi(pages);
    const { user } = openPage("/");
    await user.click(await card("Tool 2"));
    await title("Tool 2");
    expect(bearers).toEqual([["product-logo"], ["product-logo"]]);
    restore();
  });

  it("stays where it is for who wants less motion", async () => {
    const { bearers, restore } = stubTransition(true);
    stubApi(pages);
    const { user } = openPage("/");
    await user.click(await card("Tool 2"));
    await title("Tool 2");
    expect(bearers).toEqual([]);
    restore();
  });
});
