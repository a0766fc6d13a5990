/** Words that every text has. */
const small = new Set("and are for from how into not out that the this what when with you your".split(" "));

const word = /[\p{L}\p{M}\p{N}]+/gu;

/** Without case and accents. That of the kit is a script of its own, which home's would have to name. */
const fold = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();

/**
 * Returns where the words of a text begin and end that a search for these words finds: those that begin like one of them.
 * Beside longer words, such as "ai" and "for" say nothing.
 */
export function foundIn(text: string, searched: string): [from: number, to: number][] {
  const words = (fold(searched).match(word) ?? []).map((text) => (text.length > 3 ? text.replace(/s$/, "") : text));
  const long = words.filter((text) => text.length > 2 && !small.has(text));
  const wanted = long.length > 0 ? long : words;
  return [...text.matchAll(word)]
    .filter(([found]) => wanted.some((text) => fold(found).startsWith(text)))
    .map(({ 0: found, index }) => [index, index + found.length]);
}

/**
 * Marks the words of a search in the cards by a style (home.css) rather than elements, which the server's cached markup of
 * cards has no place for. It goes on as cards are added, until the returned function is called.
 */
export function markFound(searched: string): () => void {
  const main = document.querySelector("main");
  const highlights: HighlightRegistry | undefined = globalThis.CSS?.highlights;
  if (!main || !highlights) return () => undefined;
  const mark = () => {
    const marks = new Highlight();
    for (const element of main.querySelectorAll(".card > h3 > a, .card-text")) {
      const text = element.firstChild;
      if (!(text instanceof Text)) continue;
      for (const [from, to] of foundIn(text.data, searched)) {
        marks.add(new StaticRange({ startContainer: text, startOffset: from, endContainer: text, endOffset: to }));
      }
    }
    highlights.set("found", marks);
  };
  mark();
  const observer = new MutationObserver(mark);
  observer.observe(main, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    highlights.delete("found");
  };
}
