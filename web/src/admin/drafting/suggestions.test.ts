import { describe, expect, it } from "vitest";
import { noValues } from "../product-dialog/product-values";
import { suggestedFor } from "./fill-dialog";

const suggestions = {
  name: "Lumen",
  description: "Lights.",
  image: "https://lumen.example/i.png",
  icon: "https://lumen.example/icon.png",
  categories: ["Video", "Audio"],
};

describe("the values found on a website", () => {
  it("are offered field by field", () => {
    expect(suggestedFor(suggestions, noValues).map(({ label, shown }) => [label, shown])).toEqual([
      ["Name", "Lumen"],
      ["Description", "Lights."],
      ["Categories", "Video, Audio"],
      ["Logo", suggestions.icon],
      ["Screenshot", suggestions.image],
    ]);
  });

  it("are not offered if they are empty or already in the form", () => {
    const none = { name: "", description: "", image: "", icon: "", categories: [] };
    expect(suggestedFor(none, { ...noValues, name: "Mine" })).toEqual([]);
    const form = {
      ...noValues,
      name: " Lumen ",
      description: "Lights.",
      logo: suggestions.icon,
      images: [suggestions.image],
    };
    expect(suggestedFor(suggestions, { ...form, categories: ["Audio", "Video"] })).toEqual([]);
  });

  it("add categories and a screenshot to the existing ones, and use the image as the logo if there is no icon", () => {
    const form = {
      ...noValues,
      categories: ["Video"],
      images: ["https://a.example/1.png", ""],
      logo: "/uploads/a.jpg",
    };
    const changes = (from: typeof suggestions) =>
      Object.assign({}, ...suggestedFor(from, form).map(({ change }) => change));
    expect(changes(suggestions)).toMatchObject({
      categories: ["Video", "Audio"],
      images: ["https://a.example/1.png", suggestions.image],
      logo: suggestions.icon,
      logoColor: "",
    });
    expect(changes({ ...suggestions, icon: "" })).toMatchObject({ logo: suggestions.image });
    expect(changes({ ...suggestions, icon: "" })).not.toHaveProperty("images");
  });
});
