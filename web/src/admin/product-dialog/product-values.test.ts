import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWebAddress } from "../../kit/admin/field-rules";
import { wholeProduct } from "../../testing/dialog";
import {
  fieldNames,
  inputOf,
  isSame,
  limits,
  mistakesInProduct,
  moved,
  noValues,
  type ProductValues,
  valuesOf,
  without,
} from "./product-values";

const filled = (values: object) => ({ ...valuesOf(wholeProduct()), ...values });

describe("the product input", () => {
  it("contains every field of the form", () => {
    expect(inputOf(filled({}))).toEqual({
      name: "Lumen",
      slug: "tool-7",
      description: "Lights up a room.",
      useCases: "Reading",
      tags: ["lamp"],
      phrases: ["read in bed"],
      alternativesIntroduction: "Other lamps.",
      categories: ["Video", "Audio"],
      type: "Freemium",
      section: "Our Products",
      website: "https://lumen.example/?ref=1",
      logo: "/uploads/a.jpg",
      logoColor: "#aabbcc",
      images: ["https://lumen.example/1.png"],
      videoUrl: "https://youtu.be/dQw4w9WgXcQ",
      status: "published",
      publishAt: "",
      isFeatured: true,
      featuredUntil: "",
      hasLandingPage: false,
      hasDeal: false,
      promoText: "Half price",
    });
  });

  it("omits empty optional texts", () => {
    const input = inputOf(
      filled({
        logo: " ",
        videoUrl: "",
        useCases: "\n",
        alternativesIntroduction: " ",
        promoText: "  ",
        logoColor: "#aabbcc",
      }),
    );
    expect(Object.keys(input)).not.toEqual(expect.arrayContaining(["logo"]));
    for (const name of ["logo", "logoColor", "videoUrl", "useCases", "alternativesIntroduction", "promoText"])
      expect(input).not.toHaveProperty(name);
  });

  it("omits empty lines of tags and of what people say", () => {
    expect(inputOf(filled({ tags: ["", " lamp ", " "] })).tags).toEqual(["lamp"]);
    expect(inputOf(filled({ phrases: ["", " read in bed ", " "] })).phrases).toEqual(["read in bed"]);
  });

  it("omits an empty URL, which the server makes or keeps", () => {
    expect(inputOf(filled({ slug: " " }))).not.toHaveProperty("slug");
  });

  it("omits empty screenshot rows", () => {
    expect(inputOf(filled({ images: ["", " https://lumen.example/2.png ", " "] })).images).toEqual([
      "https://lumen.example/2.png",
    ]);
  });
});

describe("the form's values", () => {
  it("do not include a type that nobody can choose", () => {
    expect(valuesOf(wholeProduct({ type: "Unknown" })).type).toBe("");
  });

  it("are the same if they would be saved the same", () => {
    const values = valuesOf(wholeProduct());
    expect(isSame(values, { ...values, name: " Lumen ", images: ["", ...values.images] })).toBe(true);
    expect(isSame(noValues, noValues)).toBe(true);
  });

  it.each(fieldNames)("are different if %s is different", (name) => {
    const values = valuesOf(wholeProduct());
    const other = {
      ...values,
      [name]: Array.isArray(values[name]) ? ["x"] : typeof values[name] === "boolean" ? !values[name] : "x",
    };
    expect(isSame(values, other)).toBe(false);
  });

  it("are different if the categories have another order", () => {
    const values = valuesOf(wholeProduct());
    expect(isSame(values, { ...values, categories: values.categories.toReversed() })).toBe(false);
  });
});

describe("a list", () => {
  it("keeps the order of all other items when one is moved", () => {
    expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
    expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
    expect(moved(["a", "b", "c"], 1, 1)).toEqual(["a", "b", "c"]);
  });

  it("has one item fewer after a removal", () => {
    expect(without(["a", "b", "c"], 1)).toEqual(["a", "c"]);
  });
});

const right: ProductValues = {
  ...noValues,
  name: "T",
  website: "https://example.com/",
  type: "Free",
  categories: ["Writing"],
  description: "d",
  section: "Our Products",
};

/** Returns the form's errors by field. */
function errorsOf(values: Partial<ProductValues>) {
  return mistakesInProduct({ ...right, ...values });
}

describe("the rules of the product form", () => {
  it("accept a valid form, also with spaces around its texts", () => {
    expect(errorsOf({ name: "  T ", website: " https://example.com/ ", useCases: " a\nb " })).toEqual({});
  });

  it.each([
    ["name", { name: " \t" }, "Please enter a name"],
    ["website", { website: "" }, "Please enter a website URL"],
    ["type", { type: "" as const }, "Please select a type"],
    ["categories", { categories: [] }, "Please select at least one category"],
    ["description", { description: "\n" }, "Please enter a description"],
    ["section", { section: "" as const }, "Please select a section"],
    ["publishAt", { status: "scheduled" as const }, "Please choose a date and time"],
  ])("require %s", (field, values, message) => {
    expect(errorsOf(values)).toEqual({ [field]: message });
  });

  it("report all errors together", () => {
    expect(Object.keys(errorsOf(noValues)).toSorted()).toEqual(
      ["name", "website", "type", "categories", "description", "section"].toSorted(),
    );
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "//example.com",
    "example.com",
    "https://",
    "https:example.com",
    "https:///x",
    "ftp://example.com",
    "https://user:secret@example.com",
    "https://@example.com",
    "https://exa mple.com",
    "https://example.com\\@evil.example",
    "https://example.com/\u0000",
  ])("reject %j as a URL", (address) => {
    const message = "Please enter a valid URL that starts with http:// or https://";
    expect(errorsOf({ website: address })).toEqual({ website: message });
    expect(errorsOf({ videoUrl: address })).toEqual({ videoUrl: message });
    expect(errorsOf({ logo: address })).toEqual({ logo: message });
    expect(errorsOf({ images: ["https://example.com/1.png", address] })).toEqual({ "images.1": message });
  });

  it.each([
    "https://bücher.example/ä?q=a%20b&x=1#f",
    "http://h:8080/",
    "HTTPS://EXAMPLE.COM",
    "https://example.com/a@b",
    `https://example.com/${"a".repeat(limits.url - 20)}`,
  ])("accept %j as a URL", (address) => {
    expect(errorsOf({ website: address, videoUrl: address, logo: address, images: [address] })).toEqual({});
  });

  it("accept an upload or a data URI as a logo, and an upload or an empty row as a screenshot", () => {
    expect(errorsOf({ logo: "/uploads/abc.jpg" })).toEqual({});
    expect(errorsOf({ logo: `data:image/png;base64,${"A".repeat(5000)}` })).toEqual({});
    expect(errorsOf({ logo: "/uploads/../x" })).toHaveProperty("logo");
    expect(errorsOf({ logo: "data:text/html,x" })).toHaveProperty("logo");
    expect(errorsOf({ images: ["/uploads/abc.jpg", ""] })).toEqual({});
    expect(errorsOf({ website: "/uploads/abc.jpg" })).toHaveProperty("website");
  });

  it("count characters as the server does: code points of normalized text, bytes of a URL", () => {
    expect(errorsOf({ name: "👩".repeat(limits.name) })).toEqual({});
    expect(errorsOf({ name: "e\u0301".repeat(limits.name) })).toEqual({});
    expect(errorsOf({ name: "a".repeat(limits.name + 1) })).toEqual({ name: "Please use at most 200 characters" });
    expect(errorsOf({ promoText: "a".repeat(501) })).toEqual({ promoText: "Please use at most 500 characters" });
    expect(errorsOf({ description: "a".repeat(20_001) })).toEqual({
      description: "Please use at most 20000 characters",
    });
    expect(errorsOf({ useCases: "a".repeat(20_001) })).toEqual({ useCases: "Please use at most 20000 characters" });
    expect(errorsOf({ website: `https://example.com/${"ä".repeat(1020)}` })).toHaveProperty("website");
  });

  it("reject a URL that a browser would not open as http(s)", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.webUrl().map((url) => ` ${url}`.trim()),
        ),
        (text) => {
          if (isWebAddress(text)) expect(new URL(text).protocol).toMatch(/^https?:$/);
        },
      ),
    );
  });
});
