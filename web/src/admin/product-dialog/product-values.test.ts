import { describe, expect, it } from "vitest";
import { wholeProduct } from "../../testing/dialog";
import { fieldNames, inputOf, isSame, moved, noValues, valuesOf, without } from "./product-values";

const filled = (values: object) => ({ ...valuesOf(wholeProduct()), ...values });

describe("the product input", () => {
  it("contains every field of the form", () => {
    expect(inputOf(filled({}))).toEqual({
      name: "Lumen",
      description: "Lights up a room.",
      useCases: "Reading",
      categories: ["Video", "Audio"],
      type: "Freemium",
      section: "Our Products",
      website: "https://lumen.example/?ref=1",
      logo: "/uploads/a.jpg",
      logoColor: "#aabbcc",
      images: ["https://lumen.example/1.png"],
      videoUrl: "https://youtu.be/dQw4w9WgXcQ",
      isFeatured: true,
      hasLandingPage: false,
      hasDeal: false,
      promoText: "Half price",
    });
  });

  it("omits empty optional texts", () => {
    const input = inputOf(filled({ logo: " ", videoUrl: "", useCases: "\n", promoText: "  ", logoColor: "#aabbcc" }));
    expect(Object.keys(input)).not.toEqual(expect.arrayContaining(["logo"]));
    for (const name of ["logo", "logoColor", "videoUrl", "useCases", "promoText"])
      expect(input).not.toHaveProperty(name);
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
