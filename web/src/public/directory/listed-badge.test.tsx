import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SiteProvider } from "../../site";
import { sampleProduct, sampleSite } from "../../testing/samples";
import { newUser } from "../../testing/user";
import { ListedBadge } from "./product-detail";

const product = sampleProduct(7, { slug: "runway", name: "Runway" });

const show = (name: string) =>
  render(
    <SiteProvider value={sampleSite({ name })}>
      <ListedBadge product={product} />
    </SiteProvider>,
  );

/** Opens the section and returns its two badges. */
async function opened() {
  const details = screen.getByRole("group") as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event("toggle"));
  return await screen.findAllByRole("listitem");
}

describe("the badge for a tool's own website", () => {
  it("loads nothing until it is opened", () => {
    show("Vitrine");
    expect(screen.getByText("Your tool? Show that it's listed here")).toBeVisible();
    expect(screen.queryByRole("img", { hidden: true })).toBeNull();
  });

  it("shows both themes", async () => {
    show("Vitrine");
    await opened();
    const images = screen.getAllByRole("img", { name: "Listed on Vitrine" });
    expect(images.map((image) => image.getAttribute("src"))).toEqual([
      "/badge/runway.svg?theme=dark",
      "/badge/runway.svg?theme=light",
    ]);
  });

  it("copies the HTML with the size of the loaded image", async () => {
    show("Vitrine");
    await opened();
    const [image] = screen.getAllByRole("img") as [HTMLImageElement];
    Object.defineProperty(image, "naturalWidth", { value: 172 });
    fireEvent.load(image);
    const user = newUser();
    await user.click(screen.getByRole("button", { name: "Copy HTML of the dark badge" }));
    const { origin } = location;
    expect(await navigator.clipboard.readText()).toBe(
      `<a href="${origin}/products/runway"><img src="${origin}/badge/runway.svg?theme=dark" alt="Listed on Vitrine" width="172" height="40"></a>`,
    );
  });

  it("escapes a site's name in the HTML", async () => {
    show(`A "b" <script>&`);
    const [dark] = await opened();
    expect(within(dark as HTMLElement).getByText(/alt="Listed on A &quot;b&quot; &lt;script&gt;&amp;"/)).toBeVisible();
  });
});
