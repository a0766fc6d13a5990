import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { openPage, stubApi } from "../../testing/page";
import { sampleCatalog, sampleProducts, sampleSection } from "../../testing/samples";
import { sentence } from "./category-about";

const two = sampleCatalog(sampleSection(sampleProducts(1, 18)));
const feed = () => screen.queryByRole("link", { name: "Get new tools by RSS" });

describe("the description of a category", () => {
  it("is made from its counts", async () => {
    openPage("/category/video", { "/api/catalog?category=video&page=1": two });
    expect(await screen.findByText(/18 AI tools for Video: 5 free, 6 freemium, 7 premium\./)).toBeInTheDocument();
    expect(feed()).toHaveAttribute("href", "/category/video/feed.xml");
  });

  it("only describes the chosen price, and is then the only count next to the heading", async () => {
    openPage("/category/video?pricing=Free", { "/api/catalog?category=video&pricing=Free": two });
    expect(await screen.findByText(/^5 free AI tools for Video\./)).toBeInTheDocument();
    const counts = screen.getAllByText(/\d tools found/); // one more for screen readers, which announce that the sentence changed
    expect(counts.map((count) => count.getAttribute("role"))).toEqual(["status"]);
  });

  it("is not shown for a search, a section, or all categories", async () => {
    stubApi({
      "/api/catalog": two,
      "/api/catalog?category=video&search=x": two,
      "/api/catalog?category=video&deal=true": two,
    });
    for (const address of ["/", "/category/video?search=x", "/category/video?deal=true"]) {
      const { unmount } = openPage(address);
      await waitFor(() => expect(screen.getByRole("heading", { name: "Recommended AI Products" })).toBeInTheDocument());
      expect(feed()).toBeNull();
      unmount();
    }
  });

  it("leaves out prices without tools", () => {
    const counts = (...list: number[]) =>
      list.map((count, at) => ({ value: ["Free", "Freemium", "Premium", "Unknown"][at] ?? "", count }));
    expect(sentence("for Music", 1, counts(1, 0, 0), "all")).toBe("1 AI tool for Music: 1 free.");
    expect(sentence("for Music", 2, counts(1, 0, 0, 1), "all")).toBe(
      "2 AI tools for Music: 1 free; 1 doesn't list a price.",
    );
    expect(sentence("for Music", 9, counts(0, 0, 0, 9), "all")).toBe("9 AI tools for Music: 9 don't list a price.");
    expect(sentence("for Music", 9, counts(1, 0, 0, 8), "Unknown")).toBe(
      "8 AI tools for Music without a listed price.",
    );
    expect(sentence("for Music", 0, counts(0, 0, 0), "all")).toBe("0 AI tools for Music.");
    expect(sentence("for Music", 1300, counts(1200, 0, 100), "all")).toBe(
      "1,300 AI tools for Music: 1,200 free, 100 premium.",
    );
  });
});
