import { cleanup, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, it } from "vitest";
import { ProductLogo } from "./product-logo";

const runway = { name: "Runway", logo: "", logoColor: "" };

afterEach(cleanup);

describe("a product's logo", () => {
  it("is the image, named as told", () => {
    render(<ProductLogo product={{ ...runway, logo: "/uploads/a.jpg" }} alt="Runway logo" />);
    expect(screen.getByRole("img", { name: "Runway logo" })).toHaveAttribute("src", "/uploads/a.jpg");
  });

  it("is initials on the same colour on every page where there is no image", () => {
    const first = renderToString(<ProductLogo product={runway} />);
    expect(first).toContain(">R<");
    expect(first).toMatch(/--tile:\s?oklch\(0\.8 0\.1 \d+\)/);
    expect(renderToString(<ProductLogo product={runway} />)).toBe(first);
    expect(renderToString(<ProductLogo product={{ ...runway, name: "Suno" }} />)).not.toContain(
      /--tile:[^"]+/.exec(first)?.[0],
    );
  });

  it("keeps the colour of the name for the tile, however dark the logo that should stand there", () => {
    const tile = (logoColor: string) =>
      /--tile:[^"]+/.exec(renderToString(<ProductLogo product={{ ...runway, logoColor }} />))?.[0];
    expect(tile("#050505")).toBe(tile(""));
  });

  it("is not heard where the name stands beside it", () => {
    render(<ProductLogo product={runway} />);
    expect(screen.queryByRole("img")).toBeNull();
  });

  it("comes from the server as the image itself, with nothing to wait for", () => {
    const markup = renderToString(<ProductLogo product={{ ...runway, logo: "/uploads/a.jpg" }} />);
    expect(markup).toContain('src="/uploads/a.jpg"');
  });
});
