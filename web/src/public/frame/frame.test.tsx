import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { openPage, present } from "../../testing/page";
import { sampleCatalog, sampleProducts, sampleSection, sampleSite } from "../../testing/samples";

const list = sampleCatalog(sampleSection(sampleProducts(1, 2)));
const bar = () => screen.getByRole("banner");
const foot = () => screen.getByRole("contentinfo");

describe("the navigation bar", () => {
  it("links to home and to the submit page", async () => {
    openPage("/", { "/api/catalog": list });
    const links = within(bar());
    expect(links.getByRole("link", { name: "Vitrine, home" })).toHaveAttribute("href", "/");
    expect(links.getAllByRole("link", { name: "Home" })[0]).toHaveAttribute("aria-current", "page");
    expect(links.getAllByRole("link", { name: "Submit AI Tool" })[0]).toHaveAttribute("href", "/submit");
    expect(links.getByPlaceholderText("Search AI tools...")).toBeInTheDocument();
  });

  it("lists all categories first, then each one by its slug, in the bar and in the menu", async () => {
    openPage("/nowhere", {});
    await within(bar()).findAllByRole("link", { name: "Video", hidden: true });
    for (const name of ["Categories", "Menu"]) {
      const panel = within(menu(name));
      const categories = panel.getAllByRole("link", { hidden: true }).map((link) => link.textContent);
      const from = categories.indexOf("All Categories");
      expect(categories.slice(from, from + 4)).toEqual(["All Categories", "Audio", "Music", "Video"]);
      expect(panel.getByRole("link", { name: "All Categories", hidden: true })).toHaveAttribute("href", "/");
      expect(panel.getByRole("link", { name: "Music", hidden: true })).toHaveAttribute("href", "/category/music");
    }
  });

  it("links from another page to the category's page", async () => {
    const { user } = openPage("/nowhere", { "/api/catalog?category=music&page=1": list });
    await user.click(within(bar()).getByText("Categories", { selector: "summary" }));
    await user.click((await within(menu("Categories")).findAllByRole("link", { name: "Music" }))[0] as HTMLElement);
    expect(await screen.findByRole("heading", { name: "Music AI tools" })).toBeInTheDocument();
    expect(present()).toBe("/category/music");
    expect(menu("Categories")).not.toHaveAttribute("open");
  });

  it("keeps home's other filters when a category is chosen", async () => {
    openPage("/?search=a&pricing=Free", { "/api/catalog?search=a&pricing=Free": list });
    const [music] = await within(bar()).findAllByRole("link", { name: "Music", hidden: true });
    expect(music).toHaveAttribute("href", "/category/music?search=a&pricing=Free");
  });

  it("shows the site's logo, or its name if the logo does not load", async () => {
    const logo = { type: "main" as const, name: "Logo", url: "/logos/main?v=1", mimeType: "image/png" };
    openPage("/nowhere", { "/api/site": sampleSite({ logos: [logo] }) });
    const image = await within(bar()).findByRole("img", { name: "Vitrine" });
    expect(image).toHaveAttribute("src", "/logos/main?v=1");
    fireEvent.error(image);
    await waitFor(() => expect(within(bar()).queryByRole("img", { name: "Vitrine" })).toBeNull());
    expect(within(bar()).getByText("Vitrine", { selector: "span" })).toBeInTheDocument();
  });

  it("is preceded by a skip link to the content", () => {
    openPage("/nowhere", {});
    expect(screen.getByRole("link", { name: "Skip to content" })).toHaveAttribute("href", "#main");
    expect(screen.getByRole("main")).toHaveAttribute("id", "main");
  });
});

describe("the footer", () => {
  it("shows three placeholders if there are no social links", async () => {
    openPage("/nowhere", {});
    const links = within(within(foot()).getByRole("list", { name: "Social media" })).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["#", "#", "#"]);
  });

  it("shows the active social links in their order, each with its name, in a new tab", async () => {
    const link = (id: number, platform: string, displayOrder: number, isActive = true) => {
      return { id, platform, url: `https://${platform}.example`, isActive, displayOrder, createdAt: "" };
    };
    openPage("/nowhere", {
      "/api/site": sampleSite({ socialLinks: [link(1, "GitHub", 2), link(2, "Mars", 1), link(3, "X", 0, false)] }),
    });
    const mars = await within(foot()).findByRole("link", { name: "Mars" });
    const names = within(within(foot()).getByRole("list", { name: "Social media" })).getAllByRole("link");
    expect(names.map((link) => link.textContent)).toEqual(["Mars", "GitHub"]);
    expect(mars).toHaveAttribute("href", "https://Mars.example");
    expect(mars).toHaveAttribute("rel", "noopener noreferrer");
    expect(mars).toHaveAttribute("target", "_blank");
  });

  it("links to the legal pages and shows the year", () => {
    openPage("/nowhere", {});
    const legal = within(screen.getByRole("navigation", { name: "Legal" }));
    expect(legal.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Privacy Policy", "/privacy-policy"],
      ["Terms of Service", "/terms-of-service"],
      ["Affiliate Disclaimer", "/affiliate-disclaimer"],
      ["GDPR Cookies Disclaimer", "/gdpr-cookies"],
    ]);
    expect(within(foot()).getByText("© 2024")).toBeInTheDocument();
  });
});

function menu(name: string): HTMLElement {
  const summaries = [...bar().querySelectorAll("summary")];
  const summary = summaries.find(
    (one) => one.textContent?.includes(name) || one.querySelector(`[aria-label="${name}"]`),
  );
  return summary?.closest("details") as HTMLElement;
}
