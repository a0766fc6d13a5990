import type { AdminProduct } from "../api/admin-products";
import type { CatalogSection, RowTool } from "../api/products";
import type { Catalog, Category, ShownProduct, Site } from "../api/schema.gen";

/** A product with what lists say of it besides. */
type SampleProduct = ShownProduct & { isNew: boolean };

export function sampleProduct(id: number, overrides: Partial<SampleProduct> = {}): SampleProduct {
  return {
    id,
    slug: `tool-${id}`,
    name: `Tool ${id}`,
    description: 'It\'s <useful> & does "things".',
    useCases: "",
    priceText: "",
    categories: ["Video", "Design"],
    tags: [],
    phrases: [],
    alternativesIntroduction: "",
    status: "published",
    publishAt: "",
    featuredUntil: "",
    type: "Free",
    section: "Recommended AI Products",
    website: `https://tool-${id}.example`,
    logo: "",
    logoColor: "",
    images: [],
    videoUrl: "",
    isFeatured: false,
    hasLandingPage: false,
    hasDeal: false,
    promoText: "",
    dealCode: "",
    dealUrl: "",
    dealFrom: "",
    dealTo: "",
    displayOrder: 0,
    createdAt: "2026-01-02T03:04:05Z",
    updatedAt: "2026-01-02T03:04:05Z",
    inBulk: false,
    version: 1,
    isNew: false,
    hasAffiliateLink: false,
    linkCheckedAt: "",
    ...overrides,
  };
}

export const sampleProducts = (from: number, to: number, overrides: Partial<SampleProduct> = {}) =>
  Array.from({ length: to - from + 1 }, (_, index) => sampleProduct(from + index, overrides));

export const sampleCategories: Category[] = [
  { id: 1, name: "Audio", slug: "audio", group: "Sound" },
  { id: 2, name: "Music", slug: "music", group: "Sound" },
  { id: 3, name: "Video", slug: "video", group: "Pictures" },
];

export function sampleSite(overrides: Partial<Site> = {}): Site {
  const { categories = sampleCategories } = overrides;
  return {
    name: "Vitrine",
    texts: {
      tagline: "Find the right AI tool",
      hero: "AI tools worth putting",
      heroAccent: "behind glass",
      introduction: "",
      footer: "Find the right AI tool, without the noise.",
    },
    scheme: "dark",
    categories,
    groups: [...new Set(categories.map(({ group }) => group))],
    largest: ["audio", "video"],
    searches: [{ name: "Write SQL", text: "sql" }],
    socialLinks: [],
    logos: [],
    accounts: false,
    newsletter: false,
    collections: false,
    deals: false,
    advertise: false,
    ...overrides,
  };
}

export function sampleSection(products: SampleProduct[], overrides: Partial<CatalogSection> = {}): CatalogSection {
  return { section: "Recommended AI Products", total: products.length, products, next: "", ...overrides };
}

/** A catalog response with these sections, and with counts for the sample categories and the prices. */
export function sampleCatalog(...sections: CatalogSection[]): Catalog {
  const total = sections.reduce((sum, section) => sum + section.total, 0);
  return {
    total,
    pages: 1,
    correctedQuery: "",
    relaxedQuery: "",
    alternativesTo: { slug: "", name: "" },
    tag: "",
    sponsored: [],
    sections,
    facets: {
      categories: sampleCategories.map(({ group: _, ...category }, index) => ({ ...category, count: index + 1 })),
      allCategories: total,
      pricing: [
        { value: "Free", count: 5 },
        { value: "Freemium", count: 6 },
        { value: "Premium", count: 7 },
      ],
      allPricing: total,
    },
    letters: [],
  };
}

/** A tool in a row of the home page. */
export function sampleRowTool(id: number, overrides: Partial<RowTool> = {}): RowTool {
  const { slug, name, description, categories, type, website, logo, logoColor, hasAffiliateLink } = sampleProduct(id);
  const createdAt = "2026-11-02T03:04:05Z";
  return {
    id,
    slug,
    name,
    description,
    categories,
    hasAffiliateLink,
    type,
    website,
    logo,
    logoColor,
    createdAt,
    clicks: 0,
    ...overrides,
  };
}

export function sampleAdminProduct(id: number, overrides: Partial<AdminProduct> = {}): AdminProduct {
  const { useCases, priceText, tags, images, videoUrl, promoText, updatedAt, ...listed } = sampleProduct(id);
  return { ...listed, displayOrder: id, place: id, ...overrides };
}

export const sampleAdminProducts = (count: number) =>
  Array.from({ length: count }, (_, index) => sampleAdminProduct(index + 1));
