import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Product } from "../../api/products";
import { sampleProduct } from "../../testing/samples";
import { ProductCard } from "./product-card";

const show = (overrides: Partial<Product>) =>
  render(<ProductCard product={sampleProduct(1, { name: "Runway", ...overrides })} />);

describe("a product's card", () => {
  it("links its name to the product's page", () => {
    show({ slug: "runway" });
    expect(screen.getByRole("heading", { level: 3, name: "Runway" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Runway" })).toHaveAttribute("href", "/products/runway");
  });

  it("links to the website in a new tab, without opener and referrer", () => {
    show({ website: "https://runway.example/a?b=c" });
    const visit = screen.getByRole("link", { name: "Visit Runway" });
    expect(visit).toHaveTextContent("Visit");
    expect(visit).toHaveAttribute("href", "https://runway.example/a?b=c");
    expect(visit).toHaveAttribute("target", "_blank");
    expect(visit).toHaveAttribute("rel", "noopener noreferrer sponsored nofollow");
  });

  it.each([
    ["Free", "badge-free"],
    ["Freemium", "badge-freemium"],
    ["Premium", "badge-premium"],
    ["Unknown", "badge-unknown", "Price not listed"],
    ["constructor", "badge-unknown"],
  ])("shows the type %s in its colour", (type, colour, label = type) => {
    show({ type: type as Product["type"] });
    expect(screen.getByText(label)).toHaveClass(colour);
  });

  it("shows the Featured and Deal badges only where they apply", () => {
    show({});
    expect(screen.queryByText("Featured")).toBeNull();
    expect(screen.queryByText("Deal")).toBeNull();
    show({ isFeatured: true, hasDeal: true });
    expect(screen.getByText("Featured")).toBeInTheDocument();
    expect(screen.getByText("Deal")).toBeInTheDocument();
  });

  it("links to the landing page only if there is one", () => {
    show({});
    expect(screen.queryByRole("link", { name: /landing page/i })).toBeNull();
    show({ slug: "runway", hasLandingPage: true });
    expect(screen.getByRole("link", { name: "Landing page of Runway" })).toHaveAttribute("href", "/product/runway");
  });

  it("uses its logo's colour, or the colour of its name", () => {
    const lights = [
      show({ logoColor: "#aabbcc" }),
      show({}),
      show({ description: "another" }),
      show({ name: "Suno" }),
    ].map(({ container }) => container.querySelector<HTMLElement>(".card")?.style.getPropertyValue("--light"));
    expect(lights[0]).toBe("#aabbcc");
    expect(lights[1]).toMatch(/^oklch\(/);
    expect(lights[2]).toBe(lights[1]);
    expect(lights[3]).not.toBe(lights[1]);
  });
});
