/**
 * Returns a tool's one-line pitch: the first sentence of its description when it has 8 to 80 characters and more text
 * follows, without its full stop. Otherwise it is the whole text.
 */
export function pitchOf(description: string): string {
  const text = description.trim();
  // Two letters before the stop, so that "e.g." and "U.S." end no sentence.
  const [, first = ""] = /^([^\n]*?(?:[^.\s]{2}[.!?](?=\s+[^\p{Ll}\s])|[。！？]|(?=\n)))\s*\S/su.exec(text) ?? [];
  const { length } = [...first];
  return length >= 8 && length <= 80 ? first.replace(/\.$/, "") : text;
}
