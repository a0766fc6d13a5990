import { expect, it } from "vitest";
import { productKind } from "./product-kind";

it.each([
  [["Video", "Audio Editing"], "video and audio editing"],
  [["Music", "Video", "Voice & Speech"], "music and video"],
  [["Writing & Copywriting", "SEO"], "writing & copywriting, SEO"],
  [["MLOps & Training"], "MLOps & training"],
  [["E-commerce", "3D"], "e-commerce and 3D"],
  [["Éducation"], "éducation"],
  [["Other", "AI Agents"], "AI agents"],
  [["Other"], "AI tool"],
  [[], "AI tool"],
])("a tool of %j is %s", (categories, kind) => {
  expect(productKind(categories)).toBe(kind);
});
