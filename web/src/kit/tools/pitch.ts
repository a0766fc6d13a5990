/**
 * Returns a tool's one-line pitch and what is left of its description for the text below. The pitch is the first sentence
 * when it has 8 to 80 characters and more text follows. Otherwise it is the whole text, which is also left.
 */
export function pitchOf(description: string): { pitch: string; rest: string } {
  const text = description.trim();
  // Two letters before the stop, so that "e.g." and "U.S." end no sentence.
  const [, first = "", rest = ""] =
    /^([^\n]*?(?:[^.\s]{2}[.!?](?=\s+[^\p{Ll}\s])|[。！？]|(?=\n)))\s*(\S.*)$/su.exec(text) ?? [];
  const { length } = [...first];
  return length >= 8 && length <= 80 ? { pitch: first.replace(/\.$/, ""), rest } : { pitch: text, rest: text };
}
