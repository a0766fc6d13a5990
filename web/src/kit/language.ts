/**
 * What letters from a code point on say about the language of a text: the language, if the script serves one; "rtl" for
 * Arabic and other scripts from right to left; "?" for those that serve several; nothing for what is no letter. The
 * server has the same table (internal/pages/markdown.go).
 */
const scripts =
  "41:? 5b 61:? 7b c0:? 370:el 400:? 530:hy 590:he 600:rtl 900:? a00:pa a80:gu b00:or b80:ta c00:te c80:kn d00:ml d80:si e00:th e80:lo f00:bo 1000:my 10a0:ka 1100:ko 1200:? 1780:km 1800:? 1f00:el 2000 3040:ja 3100:? 3130:ko 3190 3400:zh a000:? ac00:ko d7b0 f900:zh fb00:? fb1d:he fb50:rtl fe00 fe70:rtl ff00"
    .split(" ")
    .map((script) => script.split(":"))
    .map(([first = "", is = ""]) => [Number.parseInt(first, 16), is] as const);

/** A text without kana needs so many characters to be Chinese: a short one may be Japanese. */
const leastChinese = 12;

/** Letters of a script that is read otherwise than English. */
const others = /[\u0370-\u03ff\u0530-\u1fff\u3040-\uff00]/;

export interface Language {
  lang?: string;
  dir?: "rtl";
}

const none: Language = {};

/** The attributes for an element with a text whose letters are mostly of a script with one language, or from right to left. */
export function languageOf(text: string): Language {
  if (!others.test(text)) return none;
  let letters = 0;
  const counts: Record<string, number> = {};
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const is = kindOf(code);
    if (is === "") continue;
    letters++;
    counts[is] = (counts[is] ?? 0) + 1;
  }
  const { ja = 0, zh = 0, he = 0, rtl = 0 } = counts;
  if (ja) counts.ja = ja + zh;
  if (ja || zh < leastChinese) counts.zh = 0;
  const lang = Object.keys(counts).find((is) => !/\?|rtl/.test(is) && 2 * (counts[is] ?? 0) > letters);
  return { ...(lang && { lang }), ...(2 * (he + rtl) > letters && { dir: "rtl" as const }) };
}

function kindOf(code: number): string {
  let kind = "";
  for (const [first, is] of scripts) {
    if (first > code) break;
    kind = is;
  }
  return kind;
}

/** A category as inside a sentence: "Photo Editing" becomes "photo editing", "SEO" and "MLOps" stay. */
export const inSentence = (category: string) =>
  category
    .split(" ")
    .map((word) => (/^\p{Lu}[^\p{Lu}]+$/u.test(word) ? word.toLowerCase() : word))
    .join(" ");
