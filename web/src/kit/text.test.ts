import { expect, test } from "vitest";
import { languages } from "../testing/shared-cases";
import { fold } from "./fold";
import { languageOf } from "./language";

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
