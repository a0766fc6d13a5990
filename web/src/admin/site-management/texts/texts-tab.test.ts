import { expect, it } from "vitest";
import type { SiteTexts } from "../../../api/site-settings";
import { mistakesInTexts, shownTexts, textFields } from "./texts-tab";

const defaults: SiteTexts = {
  name: "Vitrine",
  tagline: "AI tools worth putting behind glass",
  hero: "AI tools worth putting",
  heroAccent: "behind glass",
  introduction: "",
  footer: "Find the right AI tool, without the noise.",
  contact: "",
  socialTitle: "",
};

it("an empty text, or one of blanks, is shown as the default", () => {
  expect(shownTexts({}, defaults)).toEqual(defaults);
  expect(shownTexts({ name: " ", footer: " Play. " }, defaults)).toEqual({ ...defaults, footer: "Play." });
});

it("a heading of its own has no accent that it does not name", () => {
  expect(shownTexts({ hero: "Tools" }, defaults)).toMatchObject({ hero: "Tools", heroAccent: "" });
  expect(shownTexts({ heroAccent: "on stage" }, defaults)).toMatchObject({
    hero: defaults.hero,
    heroAccent: "on stage",
  });
});

it("each text has a limit, in characters", () => {
  for (const { name, longest } of textFields) {
    expect(mistakesInTexts({ [name]: "é".repeat(longest) })).toEqual({});
    expect(mistakesInTexts({ [name]: "é".repeat(longest + 1) })).toHaveProperty(name);
  }
});
