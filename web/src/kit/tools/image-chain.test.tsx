import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { stubNearness } from "../../testing/nearness";
import { attemptTimeout, ChainedImage } from "./image-chain";

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
