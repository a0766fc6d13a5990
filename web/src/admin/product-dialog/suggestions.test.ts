import { describe, expect, it } from "vitest";
import { noValues } from "./product-values";
import { suggestedFor } from "./suggestions";

const suggestions = {
  name: "Lumen",
  description: "Lights.",
  image: "https://lumen.example/i.png",
  icon: "https://lumen.example/icon.png",
  categories: ["Video", "Audio"],
};

describe("the website", () => {
  it("is offered field by field", () => {
    expect(suggestedFor(suggestions, noValues).map(({ label, shown }) => [label, shown])).toEqual([
      ["Name", "Lumen"],
      ["Description", "Lights."],
      ["Categories", "Video, Audio"],
      ["Logo", suggestions.icon],
      ["Screenshot", suggestions.image],
    ]);
  });

  it("is not offered where it says nothing, or what the form has already", () => {
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

  it("adds categories and a screenshot to those that are there, and takes the image for a logo when there is no icon", () => {
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
