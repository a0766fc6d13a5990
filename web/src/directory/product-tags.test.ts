import { expect, it } from "vitest";
import { productTags } from "./product-tags";

it("tags are the categories, the type and the section in one word, in lower case", () => {
  const tags = productTags({
    categories: ["Video Editing", "Design"],
    type: "Freemium",
    section: "Recommended AI Products",
  });
  expect(tags).toEqual(["video editing", "design", "freemium", "recommendedaiproducts"]);
});

it("a price that is not listed is called so", () => {
  expect(productTags({ categories: [], type: "Unknown", section: "Our Products" })).toContain("price not listed");
});

it("a tag stands once, also where a category is named like the type", () => {
  expect(productTags({ categories: ["Free"], type: "Free", section: "Our Products" })).toEqual(["free", "ourproducts"]);
});
