import { act, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { forgetSession } from "../../kit/session-flag";
import { failure, openPage } from "../../testing/page";
import { sampleProduct, sampleSite } from "../../testing/samples";
import { forgetAll, setSession } from "../account/testing";
import { removeSaved, savedTools, saveTools } from "./saved-tools";

const products = ["Runway", "Ideogram", "Suno"].map((name, index) => sampleProduct(index + 1, { name }));
const [runway, ideogram, suno] = products;

/** Answers with the products with these ids, as the API does. */
const cards = (...ids: number[]) => products.filter(({ id }) => ids.includes(id));

const saveIds = (...ids: number[]) => saveTools(ids.map((id, index) => ({ id, savedAt: index + 1 })));

const names = async () => (await screen.findAllByRole("heading", { level: 3 })).map(({ textContent }) => textContent);
const bookmark = (name: string) => screen.findByRole("button", { name: `Save ${name}` });

beforeEach(() => {
  for (const { id } of savedTools()) removeSaved(id);
});

describe("a save button", () => {
  const home = { "/api/products/1": runway, "/api/products/1/similar": [ideogram] };

  it("saves the tool, counts it in the navigation, and undoes that", async () => {
    const { user } = openPage("/products/1", home);
    const button = await bookmark("Ideogram");
    expect(button).toHaveAttribute("aria-pressed", "false");
    await user.click(button);
    expect(button).toHaveAttribute("aria-pressed", "true");
    expect(await screen.findByText("Ideogram is on your list.")).toBeInTheDocument();
    expect(screen.getAllByRole("link", { name: "Saved 1 tool" })[0]).toHaveAttribute("href", "/saved");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(button).toHaveAttribute("aria-pressed", "false");
    expect(savedTools()).toEqual([]);
  });

  it("is on a tool's own page too, pressed if the tool is saved, and works by keyboard", async () => {
    saveIds(1);
    const { user } = openPage("/products/1", home);
    const [button] = (await screen.findAllByRole("button", { name: "Save Runway" })) as [HTMLElement];
    expect(button).toHaveAttribute("aria-pressed", "true");
    button.focus();
    await user.keyboard("{Enter}");
    expect(button).toHaveAttribute("aria-pressed", "false");
    expect(await screen.findByText("Runway is no longer on your list.")).toBeInTheDocument();
  });

  it("says that the list is full", async () => {
    saveTools(Array.from({ length: 500 }, (_, index) => ({ id: index + 10, savedAt: 1 })));
    const { user } = openPage("/products/1", home);
    await user.click(await bookmark("Ideogram"));
    expect(await screen.findByText("Your list is full")).toBeInTheDocument();
    expect(savedTools()).toHaveLength(500);
  });
});

describe("the saved tools", () => {
  it("are listed, the newest first or by name", async () => {
    saveIds(2, 3, 1);
    const { user } = openPage("/saved", { "/api/product-cards?ids=1%2C3%2C2": cards(1, 2, 3) });
    expect(await screen.findByText("3 tools saved in this browser.")).toBeInTheDocument();
    expect(await names()).toEqual(["Runway", "Suno", "Ideogram"]);
    await user.click(screen.getByText("Date added", { selector: "summary" }));
    await user.click(screen.getByRole("link", { name: "Name" }));
    expect(await names()).toEqual(["Ideogram", "Runway", "Suno"]);
  });

  it("are in the account of who is signed in, and could be for others", async () => {
    saveIds(1);
    setSession();
    onTestFinished(forgetAll);
    const site = sampleSite({ accounts: true });
    const saved = [{ productId: 1, createdAt: "2026-01-01T00:00:00Z" }];
    openPage("/saved", { "/api/site": site, "/api/favorites": saved, "/api/product-cards?ids=1": cards(1) });
    expect(await screen.findByText("1 tool saved in your account.")).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Sign in to sync them." })).toBeNull();
    act(forgetSession);
    const link = await screen.findByRole("link", { name: "Sign in to sync them." });
    expect(link).toHaveAttribute("href", "/sign-in");
    expect(screen.getByText(/^1 tool saved in this browser\./)).toBeInTheDocument();
  });

  it("can be removed, with the focus on the next one, and come back to their place", async () => {
    saveIds(3, 2, 1);
    const { asked, user } = openPage("/saved", { "/api/product-cards?ids=1%2C2%2C3": cards(1, 2, 3) });
    await user.click(await bookmark("Ideogram"));
    expect(await names()).toEqual(["Runway", "Suno"]);
    expect(await bookmark("Suno")).toHaveFocus();
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await names()).toEqual(["Runway", "Ideogram", "Suno"]);
    expect(asked.filter((address) => address.startsWith("/api/product-cards"))).toHaveLength(1);
  });

  it("are said to be none, and why, where there are none", async () => {
    openPage("/saved", {});
    expect(await screen.findByText("Nothing saved yet")).toBeInTheDocument();
    expect(screen.getByRole("heading", { level: 1, name: "Saved tools" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Browse the tools" })).toHaveAttribute("href", "/");
    expect(screen.getByText(/Saved in this browser\.$/)).toBeInTheDocument();
  });

  it("say how many the directory doesn't have", async () => {
    saveIds(1, 99);
    openPage("/saved", { "/api/product-cards?ids=99%2C1": cards(1) });
    const sentence = "2 tools saved in this browser (1 no longer listed).";
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  });

  it("can be loaded again after a failure", async () => {
    saveIds(1);
    const { retry } = openPage("/saved", { "/api/product-cards?ids=1": failure(500) });
    expect(await screen.findByRole("alert")).toHaveTextContent("Couldn't load the tools");
    await retry({ "/api/product-cards?ids=1": cards(1) });
    expect(await names()).toEqual(["Runway"]);
  });

  it("have a link with their ids in the fragment", async () => {
    saveIds(2, 1);
    const { user } = openPage("/saved", { "/api/product-cards?ids=1%2C2": cards(1, 2) });
    const written = vi.spyOn(navigator.clipboard, "writeText");
    await user.click(await screen.findByRole("button", { name: "Copy link" }));
    expect(written).toHaveBeenCalledWith(`${location.origin}/saved#1.2`);
  });
});

describe("a link to a list", () => {
  it("shows its tools and saves them only when asked", async () => {
    saveIds(2);
    const { user } = openPage("/saved#3.2", { "/api/product-cards?ids=3%2C2": [ideogram, suno] });
    expect(await screen.findByText("2 tools from a link.")).toBeInTheDocument();
    expect(await names()).toEqual(["Suno", "Ideogram"]);
    expect(savedTools().map(({ id }) => id)).toEqual([2]);
    await user.click(screen.getByRole("button", { name: "Save all" }));
    expect(savedTools().map(({ id }) => id)).toEqual([2, 3]);
    expect(screen.getByRole("button", { name: "All saved" })).toBeDisabled();
    expect(await screen.findByText("1 tool added to your list.")).toBeInTheDocument();
  });
});
