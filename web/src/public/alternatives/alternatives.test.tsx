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
  different: ["Free", "Also design"],
  standout: "For designers.",
  ...overrides,
});

const address = "/alternatives/runway";
const read = (reply: unknown, product: unknown = runway) => ({
  "/api/products/runway": product,
  "/api/products/runway/alternatives": reply,
});

describe("the alternatives to a tool", () => {
  it("are listed with what they have besides", async () => {
    const reasons = ["Tool 3 is free.", "Tool 2 has a deal."];
    const second = alternative(2, { isPick: true, product: sampleProduct(2, { hasDeal: true }), standout: "" });
    openPage(address, read({ reasons, alternatives: [second, alternative(3)] }));
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("2 alternatives to Runway");
    expect(document.title).toBe("2 alternatives to Runway – Vitrine");
    expect(
      screen.getByText("2 tools that do what Runway does. Highlights are what Runway’s listing doesn’t mention."),
    ).toBeVisible();
    const why = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(why).toEqual(expect.arrayContaining(reasons));
    const rows = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.closest("li"));
    expect(rows.map((row) => row?.querySelector("h2")?.textContent)).toEqual(["Tool 2", "Tool 3"]);
    expect(rows[0]).toHaveTextContent("DealEditor’s pick");
    expect(rows[1]).not.toHaveTextContent("Editor’s pick");
    expect(rows[1]).toHaveTextContent("FreeFor designers.");
    const compare = screen.getByRole("button", { name: "Compare Tool 3 with Runway" }) as HTMLButtonElement;
    expect(compare.form).toHaveAttribute("action", "/compare");
    expect([...new FormData(compare.form as HTMLFormElement, compare)]).toEqual([
      ["a", "runway"],
      ["b", compare.value],
    ]);
    const visit = screen.getByRole("link", { name: "Visit Tool 3" });
    expect(visit).toHaveAttribute("rel", "noopener noreferrer nofollow");
    expect(visit).toHaveAttribute("data-visit", "3");
  });

  it("have an editor’s introduction above", async () => {
    const introduced = { ...runway, alternativesIntroduction: "For those who film.\nAnd cut." };
    openPage(address, read({ reasons: [], alternatives: [alternative(2)] }, introduced));
    expect(await screen.findByText(/^For those who film\.\s+And cut\.$/)).toBeVisible();
  });

  it("have a breadcrumb that leads back to the tool", async () => {
    openPage(address, read({ reasons: [], alternatives: [alternative(2)] }));
    const breadcrumb = within(await screen.findByRole("navigation", { name: "Breadcrumb" }));
    const names = breadcrumb.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(names).toEqual(["Home", "Video", "Runway", "Alternatives"]);
    expect(breadcrumb.getByRole("link", { name: "Runway" })).toHaveAttribute("href", "/products/runway");
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
