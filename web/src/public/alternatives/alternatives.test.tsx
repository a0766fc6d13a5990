import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Alternative } from "../../api/schema.gen";
import { failure, openPage } from "../../testing/page";
import { sampleProduct } from "../../testing/samples";

const runway = sampleProduct(7, { slug: "runway", name: "Runway", categories: ["Video"], type: "Premium" });

const alternative = (id: number, overrides: Partial<Alternative> = {}): Alternative => ({
  product: sampleProduct(id),
  isPick: false,
  shared: ["Video"],
  different: ["Free instead of Premium", "Also for design"],
  ...overrides,
});

const address = "/alternatives/runway";
const read = (reply: unknown, product: unknown = runway) => ({
  "/api/products/runway": product,
  "/api/products/runway/alternatives": reply,
});

describe("the alternatives to a tool", () => {
  it("are listed with what they have in common with it, and what is different", async () => {
    const reasons = ["Runway is premium. Two of these are free or freemium."];
    const second = alternative(2, { isPick: true, product: sampleProduct(2, { hasDeal: true }), different: [] });
    openPage(address, read({ reasons, alternatives: [second, alternative(3)] }));
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("2 alternatives to Runway");
    expect(document.title).toBe("2 alternatives to Runway – Vitrine");
    expect(screen.getByRole("list", { name: "Why switch from Runway" })).toHaveTextContent(reasons[0] ?? "");
    const rows = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.closest("li"));
    expect(rows.map((row) => row?.querySelector("h2")?.textContent)).toEqual(["Tool 2", "Tool 3"]);
    expect(rows[0]).toHaveTextContent("DealEditor’s pick");
    expect(rows[0]).not.toHaveTextContent("Different");
    expect(rows[1]).not.toHaveTextContent("Editor’s pick");
    expect(rows[1]).toHaveTextContent("In commonVideoDifferentFree instead of Premium · Also for design");
    const visit = screen.getByRole("link", { name: "Visit Tool 3" });
    expect(visit).toHaveAttribute("rel", "noopener noreferrer sponsored nofollow");
    expect(visit).toHaveAttribute("data-visit", "3");
  });

  it("have a breadcrumb that leads back to the tool", async () => {
    openPage(address, read({ reasons: [], alternatives: [alternative(2)] }));
    const breadcrumb = within(await screen.findByRole("navigation", { name: "Breadcrumb" }));
    const names = breadcrumb.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(names).toEqual(["Home", "Video", "Runway", "Alternatives"]);
    expect(breadcrumb.getByRole("link", { name: "Runway" })).toHaveAttribute("href", "/products/runway");
    expect(screen.queryByRole("list", { name: /Why switch/ })).toBeNull();
  });

  it("may be none, with ways on", async () => {
    openPage(address, read({ reasons: [], alternatives: [] }));
    expect(await screen.findByRole("heading", { name: "No alternatives yet" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Back to the tool" })).toHaveAttribute("href", "/products/runway");
  });

  it("are linked below the similar tools", async () => {
    openPage("/products/runway", {
      "/api/products/runway": runway,
      "/api/products/runway/similar": [sampleProduct(1)],
    });
    const similar = within(await screen.findByRole("region", { name: "Similar Products" }));
    expect(similar.getByRole("link", { name: "All alternatives to Runway" })).toHaveAttribute("href", address);
  });

  it("of an unknown tool are a page that is not there", async () => {
    openPage(address, read(failure(404), failure(404)));
    expect(await screen.findByRole("heading", { name: "Product Not Found" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("can be asked for again after a failure", async () => {
    const { retry } = openPage(address, read(failure(503)));
    await retry(read({ reasons: [], alternatives: [alternative(2)] }));
    expect(await screen.findByRole("heading", { name: "1 alternative to Runway" })).toBeVisible();
  });
});
