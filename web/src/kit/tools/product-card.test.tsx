import { readFileSync } from "node:fs";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ShownProduct } from "../../api/schema.gen";
import { stubNearness } from "../../testing/page";
import { sampleProduct } from "../../testing/samples";
import { marks } from "../../testing/shared-cases";
import { attemptTimeout, ChainedImage } from "./image-chain";
import { colorsOf } from "./mark";
import { pathsOf } from "./mark-pieces";
import { ProductCard } from "./product-card";
import { logoSizes, ProductLogo } from "./product-logo";

const show = (overrides: Partial<ShownProduct>) =>
  render(<ProductCard product={sampleProduct(1, { name: "Runway", ...overrides })} from="search" />);

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
    expect(visit).toHaveAttribute("rel", "noopener noreferrer nofollow");
    expect(visit).toHaveAttribute("data-visit", "1");
    expect(screen.queryByText("Affiliate")).toBeNull();
  });

  it("says before an affiliate link what it is, and leads to it over the server", () => {
    show({ slug: "runway", hasAffiliateLink: true });
    const visit = screen.getByRole("link", { name: "Affiliate: Visit Runway" });
    expect(visit).toHaveAttribute("href", "/go/runway?from=search");
    expect(visit).toHaveAttribute("target", "_blank");
    expect(visit).toHaveAttribute("rel", "noopener noreferrer sponsored nofollow");
    expect(visit).not.toHaveAttribute("data-visit"); // the server counts it
    expect(visit).toHaveTextContent("Affiliate Visit");
  });

  it.each([
    ["Free", "badge-free"],
    ["Freemium", "badge-freemium"],
    ["Premium", "badge-premium"],
    ["constructor", "badge-unknown"],
  ])("shows the type %s in its color", (type, color) => {
    show({ type: type as ShownProduct["type"] });
    expect(screen.getByText(type)).toHaveClass(color);
  });

  it("has no badge for a price that is not known", () => {
    show({ type: "Unknown", isFeatured: false, hasDeal: false });
    expect(document.querySelector(".badge")).toBeNull();
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

  it("uses its logo's color, or the color of its name", () => {
    const lights = [
      show({ logoColor: "#aabbcc" }),
      show({}),
      show({ description: "another" }),
      show({ name: "Suno" }),
    ].map(({ container }) => container.querySelector<HTMLElement>(".card")?.style.getPropertyValue("--light"));
    expect(lights[0]).toBe("#aabbcc");
    expect(lights[1]).toBe(colorsOf("Runway").light);
    expect(lights[2]).toBe(lights[1]);
    expect(lights[3]).not.toBe(lights[1]);
  });
});

const runway = { name: "Runway", logo: "", logoColor: "" };
const markupOf = (product: typeof runway) => render(<ProductLogo product={product} />).container.innerHTML;

describe("a product's logo", () => {
  it("is the image with its description", () => {
    render(<ProductLogo product={{ ...runway, logo: "/uploads/a.jpg" }} alt="Runway logo" />);
    expect(screen.getByRole("img", { name: "Runway logo" })).toHaveAttribute("src", "/uploads/a.jpg");
  });

  it("is the mark of its name with its initials if there is no image, whatever its color was", () => {
    const first = markupOf(runway);
    expect(first).toContain(">R<");
    for (const { d } of pathsOf("Runway")) expect(first).toContain(`d="${d}"`);
    expect(markupOf({ ...runway, logoColor: "#050505" })).toBe(first);
    expect(markupOf({ ...runway, name: "Suno" })).not.toBe(first);
  });

  it("is the mark of its name if its image does not load", () => {
    const { container } = render(<ProductLogo product={{ ...runway, logo: "https://example.com/gone.png" }} />);
    fireEvent.error(container.querySelector("img") as Element);
    expect(container.querySelector("svg")).toHaveTextContent("R");
    expect(container.querySelectorAll("path")).toHaveLength(pathsOf("Runway").length);
  });

  it.each([
    ["Stable Diffusion", "11.5"],
    ["Midjourney", "13"],
    ["𝒜lpha 𠮷野", "10.5"],
    ["What's Up", "10.5"],
  ])("has the initials of %s in size %s", (name, size) => {
    const { container } = render(<ProductLogo product={{ ...runway, name }} />);
    expect(container.querySelector("text")).toHaveAttribute("font-size", size);
  });

  it("is hidden from screen readers where the name is next to it", () => {
    render(<ProductLogo product={runway} />);
    expect(screen.queryByRole("img")).toBeNull();
  });
});

describe("the width declared in sizes", () => {
  const css = readFileSync(`${import.meta.dirname}/product-logo.css`, "utf8");
  const widthsOf = (size: string) =>
    [...css.matchAll(new RegExp(`\\.logo-${size} \\{\\s+width: ([\\d.]+rem);`, "g"))].map(([, width]) => width);

  it("is the width in the stylesheet", () => {
    const [desk, phone] = widthsOf("detail");
    expect(logoSizes).toEqual({
      small: widthsOf("small")[0],
      card: widthsOf("card")[0],
      detail: `(width < 40rem) ${phone}, ${desk}`,
    });
  });
});

it("has the initials of the main category if the name has no letter", () => {
  const product = { name: "→ ★", logo: "", logoColor: "", categories: ["Image Generation", "Video"] };
  render(<ProductLogo product={product} />);
  expect(screen.getByText("IG")).toBeInTheDocument();
});

it("has readable initials on the ground of each mark", () => {
  for (const { ground, figure } of marks) {
    const [dark = 0, light = 0] = [luminance(ground), luminance(figure)].sort((a, b) => a - b);
    expect((light + 0.05) / (dark + 0.05)).toBeGreaterThan(4.5);
  }
});

/** Relative luminance (WCAG 2) of a color #rrggbb. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const logo = (source: string) => <ChainedImage source={source} alt="Runway logo" fallback="Runway ML" />;
const shown = () => screen.getByRole("img", { name: "Runway logo" });
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

describe("an image with several URLs", () => {
  it("tries the next URL when one fails, shows initials after the last, and logs each failure", () => {
    render(logo("/uploads/a.jpg"));
    const addresses = [
      "/uploads/a.jpg",
      "/static/uploads/a.jpg",
      "/dist/public/uploads/a.jpg",
      "/a.jpg",
      "uploads/a.jpg",
    ];
    for (const address of addresses) {
      expect(shown()).toHaveAttribute("src", address);
      fireEvent.error(shown());
      expect(console.warn).toHaveBeenLastCalledWith(`Image did not load (error): ${address}`);
    }
    expect(shown()).toHaveTextContent("RM");
    expect(console.warn).toHaveBeenCalledTimes(5);
  });

  it("gives each URL three seconds", async () => {
    render(logo("/uploads/a.jpg"));
    await wait(attemptTimeout - 1);
    expect(shown()).toHaveAttribute("src", "/uploads/a.jpg");
    await wait(1);
    expect(shown()).toHaveAttribute("src", "/static/uploads/a.jpg");
    expect(console.warn).toHaveBeenLastCalledWith("Image did not load (no answer in 3000 ms): /uploads/a.jpg");
    for (let address = 2; address <= 5; address++) await wait(attemptTimeout);
    expect(shown()).toHaveTextContent("RM");
  });

  it("keeps the URL that has loaded, however long ago loading started", async () => {
    render(logo("/uploads/a.jpg"));
    expect(shown()).not.toHaveAttribute("data-loaded");
    fireEvent.load(shown());
    expect(shown()).toHaveAttribute("data-loaded");
    await wait(10 * attemptTimeout);
    expect(shown()).toHaveAttribute("src", "/uploads/a.jpg");
    expect(console.warn).not.toHaveBeenCalled();
  });

  it("starts again with another source", () => {
    const { rerender } = render(logo("https://example.com/gone.png"));
    fireEvent.error(shown());
    expect(shown()).toHaveTextContent("RM");
    rerender(logo("https://example.com/there.png"));
    expect(shown()).toHaveAttribute("src", "https://example.com/there.png");
  });

  it.each(["", "null"])("shows initials immediately for %j, without logging a failure", (source) => {
    render(logo(source));
    expect(shown()).toHaveTextContent("RM");
    expect(console.warn).not.toHaveBeenCalled();
  });

  it("starts a lazy image's timeout when it comes into view", async () => {
    const scrollIntoView = stubNearness();
    Object.defineProperty(HTMLImageElement.prototype, "loading", { value: "lazy", configurable: true });
    render(<ChainedImage source="/uploads/a.jpg" alt="Runway logo" fallback="Runway" lazy />);
    await wait(10 * attemptTimeout);
    expect(shown()).toHaveAttribute("src", "/uploads/a.jpg");
    act(() => scrollIntoView(true));
    await wait(attemptTimeout);
    expect(shown()).toHaveAttribute("src", "/static/uploads/a.jpg");
    Reflect.deleteProperty(HTMLImageElement.prototype, "loading");
  });
});

describe("an upload with a known display size", () => {
  const hash = `/uploads/${"0f".repeat(32)}`;
  const thumbnails = `${hash}-128.webp 128w, ${hash}-256.webp 256w, ${hash}.jpg 500w`;
  const small = <ChainedImage source={`${hash}.jpg`} sizes="4rem" alt="Runway logo" fallback="Runway ML" />;

  it("is requested in its display size", () => {
    render(small);
    expect(shown()).toHaveAttribute("src", `${hash}.jpg`);
    expect(shown()).toHaveAttribute("srcset", thumbnails);
    expect(shown()).toHaveAttribute("sizes", "4rem");
  });

  it("is tried itself when its thumbnail fails, and then at the other URLs", () => {
    render(small);
    fireEvent.error(shown());
    expect(console.warn).toHaveBeenLastCalledWith(`Image did not load (error): ${hash}.jpg or a thumbnail of it`);
    for (const address of [`${hash}.jpg`, `/static${hash}.jpg`, `/dist/public${hash}.jpg`]) {
      expect(shown()).toHaveAttribute("src", address);
      expect(shown()).not.toHaveAttribute("srcset");
      expect(shown()).not.toHaveAttribute("sizes");
      fireEvent.error(shown());
    }
    for (let address = 0; address < 2; address++) fireEvent.error(shown());
    expect(shown()).toHaveTextContent("RM");
  });

  it("has three seconds of its own after its thumbnail's", async () => {
    render(small);
    await wait(attemptTimeout);
    expect(shown()).toHaveAttribute("src", `${hash}.jpg`);
    expect(shown()).not.toHaveAttribute("srcset");
    await wait(attemptTimeout - 1);
    expect(shown()).toHaveAttribute("src", `${hash}.jpg`);
    await wait(1);
    expect(shown()).toHaveAttribute("src", `/static${hash}.jpg`);
  });

  it.each(["https://example.com/a.png", "data:image/png;base64,AAAA", "/uploads/a.jpg"])(
    "has no thumbnail for %s",
    (source) => {
      render(<ChainedImage source={source} sizes="4rem" alt="Runway logo" fallback="Runway" />);
      expect(shown()).not.toHaveAttribute("srcset");
      expect(shown()).not.toHaveAttribute("sizes");
    },
  );
});

describe("an image in the document", () => {
  const hydrate = (state: { complete: boolean; naturalWidth: number }) => {
    const container = document.createElement("div");
    container.innerHTML = render(logo("/uploads/a.jpg")).container.innerHTML;
    cleanup();
    document.body.append(container);
    const image = container.querySelector("img");
    for (const [name, value] of Object.entries(state)) Object.defineProperty(image, name, { value });
    render(logo("/uploads/a.jpg"), { container, hydrate: true });
  };

  it("tries the next URL if it failed before the scripts were loaded", () => {
    hydrate({ complete: true, naturalWidth: 0 });
    expect(shown()).toHaveAttribute("src", "/static/uploads/a.jpg");
  });

  it("is loaded if it loaded before the scripts did", () => {
    hydrate({ complete: true, naturalWidth: 500 });
    expect(shown()).toHaveAttribute("src", "/uploads/a.jpg");
    expect(shown()).toHaveAttribute("data-loaded");
  });
});
