/** A text in three parts: the start and the end that it shares with another text, and its own middle. */
interface Parts {
  before: string;
  marked: string;
  after: string;
}

/** Splits a text where it differs from another, between words. */
export function differenceOf(text: string, other: string): Parts {
  const words = wordsOf(text);
  const others = wordsOf(other);
  const most = Math.min(words.length, others.length);
  let start = 0;
  while (start < most && words[start] === others[start]) start++;
  let end = 0;
  while (end < most - start && words.at(-1 - end) === others.at(-1 - end)) end++;
  const until = words.length - end;
  return {
    before: words.slice(0, start).join(""),
    marked: words.slice(start, until).join(""),
    after: words.slice(until).join(""),
  };
}

/** Splits a text into words and the whitespace between them. */
const wordsOf = (text: string) => text.split(/(\s+)/).filter((word) => word !== "");
