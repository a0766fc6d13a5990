import { expect, it } from "vitest";
import { countOfKind } from "./sync-words";

// No feature's own: one that is taken out has no words.
it.each([
  ["products", "1 product", "2 products"],
  ["categories", "1 category", "2 categories"],
  ["product_slugs", "1 former URL", "2 former URLs"],
  ["legal_pages", "1 legal page", "2 legal pages"],
  ["social_media_links", "1 social link", "2 social links"],
  ["logo_settings", "1 site logo", "2 site logos"],
  ["site_settings", "1 setting", "2 settings"],
  ["images", "1 image", "2 images"],
  ["badges", "1 badges", "2 badges"],
])("rows of %s are counted in words", (kind, one, two) => {
  expect([countOfKind(1, kind), countOfKind(2, kind)]).toEqual([one, two]);
});
