import { expect, it } from "vitest";
import { pitchOf } from "./pitch";

const long = `${"word ".repeat(16)}end.`;

it.each([
  ["Remove & change background. It helps with listings.", "Remove & change background", "It helps with listings."],
  ["Makes and edits video.\nFrom text or footage.", "Makes and edits video", "From text or footage."],
  ["A line of its own\nAnd another.", "A line of its own", "And another."],
  ["Is it art? You decide.", "Is it art?", "You decide."],
  ["Edits photos, e.g. Portraits. And more.", "Edits photos, e.g. Portraits", "And more."],
  ["写真を編集するためのツール。とても簡単です。", "写真を編集するためのツール。", "とても簡単です。"],
  ["Works with node.js and more. Fast.", "Works with node.js and more", "Fast."],
])("the pitch of %j is its first sentence", (description, pitch, rest) => {
  expect(pitchOf(description)).toEqual({ pitch, rest });
});

it.each([
  ["only one sentence", "Use AI to transform your pet."],
  ["a first one that is too short", "Art. For all who like to draw."],
  ["a first one that is too long", `${long} And more.`],
  ["no sentence", "an image generator"],
  ["nothing", ""],
])("the pitch of a description with %s is the whole text", (_, description) => {
  expect(pitchOf(description)).toEqual({ pitch: description, rest: description });
});
