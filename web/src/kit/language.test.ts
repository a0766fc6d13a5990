import { expect, test } from "vitest";
import { languages } from "../testing/shared-cases";
import { languageOf } from "./language";

test.each(languages)("“$text” is in the language “$lang”", ({ text, lang, dir }) => {
  expect(languageOf(text)).toEqual({ ...(lang && { lang }), ...(dir && { dir }) });
});
