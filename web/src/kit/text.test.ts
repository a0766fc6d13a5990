import { expect, it, test } from "vitest";
import { languages } from "../testing/shared-cases";
import { inSentence } from "./count";
import { fold } from "./fold";
import { languageOf } from "./language";
import { pitchOf } from "./tools/pitch";

test.each([
  ["Éditeur  VIDÉO", "editeur video"],
  ["Ёлка", "елка"],
  ["עִבְרִית", "עברית"],
  ["مُحَمَّد", "محمد"],
  ["Мой дом", "мой дом"],
  ["Київ", "київ"],
  ["ガイド", "ガイド"],
  ["カイト", "カイト"],
  ["ไม้", "ไม้"],
  ["हिन्दी", "हिन्दी"],
])("%s without case and accents is %s", (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test.each(languages)("“$text” is in the language “$lang”", ({ text, lang, dir }) => {
  expect(languageOf(text)).toEqual({ ...(lang && { lang }), ...(dir && { dir }) });
});

const long = `${"word ".repeat(16)}end.`;

it.each([
  ["Remove & change background. It helps with listings.", "Remove & change background"],
  ["Makes and edits video.\nFrom text or footage.", "Makes and edits video"],
  ["A line of its own\nAnd another.", "A line of its own"],
  ["Is it art? You decide.", "Is it art?"],
  ["Edits photos, e.g. Portraits. And more.", "Edits photos, e.g. Portraits"],
  ["写真を編集するためのツール。とても簡単です。", "写真を編集するためのツール。"],
  ["Works with node.js and more. Fast.", "Works with node.js and more"],
])("the pitch of %j is its first sentence", (description, pitch) => {
  expect(pitchOf({ name: "Tool", description })).toBe(pitch);
});

it.each([
  ["only one sentence", "Use AI to transform your pet."],
  ["a first one that is too short", "Art. For all who like to draw."],
  ["a first one that is too long", `${long} And more.`],
  ["no sentence", "an image generator"],
  ["nothing", ""],
])("the pitch of a description with %s is the whole text", (_, description) => {
  expect(pitchOf({ name: "Tool", description })).toBe(description);
});

it.each([
  ["Canva is a design tool.", "Design tool."],
  ["Canva makes posters. And slides.", "Makes posters"],
  ["Canva is where most posters are made.", "Where most posters are made."],
  ["Canvas are made here.", "Canvas are made here."],
  ["Canva 2 makes posters.", "Canva 2 makes posters."],
  ["Canva is AI for posters.", "Canva is AI for posters."],
  ["Canva", "Canva"],
])("the pitch of %j does not begin with the name above it", (description, pitch) => {
  expect(pitchOf({ name: "Canva", description })).toBe(pitch);
});

test.each([
  ["Legal pages", "legal pages"],
  ["Old URLs", "old URLs"],
  ["", ""],
])("%j stands within a sentence as %j", (name, want) => expect(inSentence(name)).toBe(want));
