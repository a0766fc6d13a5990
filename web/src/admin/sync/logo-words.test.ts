import { describe, expect, it } from "vitest";
import type { LogoEntry } from "./api";
import { doneBy, matching, missingIn, shares, statusOf, syncOf, unknownIn } from "./logo-words";
import { countOfKind } from "./sync-words";
import { sampleLogo } from "./testing";

describe("the badges", () => {
  const cases: [Partial<LogoEntry>, string, string][] = [
    [{ status: "exists", synced: true }, "Active", "Synced"],
    [{ status: "exists", synced: false }, "Active", "Needs Sync"],
    [{ status: "missing", synced: false }, "Missing", "Needs Sync"],
    [{ status: "missing", synced: true }, "Missing", "Synced"],
    [{ status: "external", synced: false }, "External", "N/A"],
    [{ status: "external", synced: true }, "External", "N/A"],
    [{ status: "none", synced: false }, "No Logo", "N/A"],
    [{ status: "none", synced: true }, "No Logo", "N/A"],
  ];

  it.each(cases)("of %o are %s and %s", (entry, status, sync) => {
    const logo = sampleLogo(1, entry);
    expect([statusOf(logo).text, syncOf(logo).text]).toEqual([status, sync]);
  });
});

describe("the counters", () => {
  it("count the logos that their labels describe", () => {
    const entries = [
      sampleLogo(1),
      sampleLogo(2, { synced: false }),
      sampleLogo(3, { status: "missing", synced: false }),
      sampleLogo(4, { status: "external", synced: false }),
      sampleLogo(5, { status: "none", synced: false }),
    ];
    const counted = shares.map(({ label, has }) => [label, entries.filter(has).map(({ id }) => id)]);
    expect(counted).toEqual([
      ["Total Products", [1, 2, 3, 4, 5]],
      ["With Logos", [1, 2, 4]],
      ["Need Sync", [2, 3]],
      ["Missing Logos", [3, 5]],
    ]);
    const [total = 0, withLogos, , missing] = counted.map(([, ids = []]) => ids.length);
    expect(Number(withLogos) + Number(missing)).toBe(total);
  });
});

it("says how many logo files are missing", () => {
  const entries = [sampleLogo(1), sampleLogo(2, { status: "missing" }), sampleLogo(3, { status: "none" })];
  expect(missingIn(entries)).toBe("1 logo file is missing from this site.");
  expect(missingIn(entries.slice(2))).toBe("");
});

describe("the search", () => {
  const entries = ["Café Ölwerk", "Cafeteria", "Øresund Café"].map((name, at) => sampleLogo(at + 1, { name }));
  const found = (search: string) => matching(entries, { search, share: "all" }).map(({ id }) => id);

  it("ignores case and accents", () => {
    expect(found("CAFE")).toEqual([1, 2, 3]);
    expect(found("ölwerk")).toEqual([1]);
    expect(found("oresund")).toEqual([3]);
  });

  it("requires each word, in any order", () => {
    expect(found("  cafe  ore ")).toEqual([3]);
    expect(found("cafe zebra")).toEqual([]);
  });

  it("applies together with the chosen counter", () => {
    const some = [sampleLogo(1, { name: "Harp" }), sampleLogo(2, { name: "Harp", status: "missing", synced: false })];
    expect(matching(some, { search: "harp", share: "missing" }).map(({ id }) => id)).toEqual([2]);
  });
});

describe("the result of a sync", () => {
  it.each([
    [{ synced: 0, missing: 0 }, "All images were already here."],
    [{ synced: 1, missing: 0 }, "1 image copied."],
    [{ synced: 1200, missing: 1 }, "1,200 images copied. 1 image is on neither site."],
    [{ synced: 0, missing: 2 }, "All images were already here. 2 images are on neither site."],
  ])("%o is described in words", (done, sentence) => {
    expect(doneBy({ ...done, failed: 0, failures: [] })).toBe(sentence);
  });

  it("lists each image that failed", () => {
    const failures = [
      { name: "a.jpg", product: "Harp", reason: "Production sends another image by this name." },
      { name: "b.jpg", product: "", reason: "The production site took too long." },
    ];
    expect(doneBy({ synced: 1, missing: 0, failed: 2, failures })).toBe(
      "1 image copied. 2 images failed. Harp: Production sends another image by this name. b.jpg: The production site took too long.",
    );
    expect(doneBy({ synced: 0, missing: 0, failed: 1, failures: failures.slice(0, 1) })).toBe(
      "1 image failed. Harp: Production sends another image by this name.",
    );
  });
});

describe("the number of unknown logos", () => {
  it("is shown only where production did not answer", () => {
    const alone = sampleLogo(1, { devExists: null });
    const none = sampleLogo(2, { status: "none", devExists: null, prodExists: null });
    expect(unknownIn([sampleLogo(3), alone, none])).toBe("");
    expect(unknownIn([sampleLogo(3), sampleLogo(4, { prodExists: null })])).toBe(
      "Production status unknown for 1 logo.",
    );
  });
});

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
