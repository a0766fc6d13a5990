/**
 * Returns a tool's one-line pitch: the first sentence of its description when it has 8 to 80 characters and more text
 * follows, without its full stop. Otherwise it is the whole text. The name, which it stands below, does not begin it again:
 * of "Canva is a design tool" it is "Design tool".
 */
export function pitchOf({ name, description }: { name: string; description: string }): string {
  const text = description.trim();
  // Two letters before the stop, so that "e.g." and "U.S." end no sentence.
  const [, first = ""] = /^([^\n]*?(?:[^.\s]{2}[.!?](?=\s+[^\p{Ll}\s])|[。！？]|(?=\n)))\s*\S/su.exec(text) ?? [];
  const { length } = [...first];
  return withoutName(length >= 8 && length <= 80 ? first.replace(/\.$/, "") : text, name);
}

function withoutName(text: string, name: string) {
  const rest = text.startsWith(`${name} `) ? text.slice(name.length + 1).replace(/^is (?:an? |the )?/, "") : "";
  return /^\p{Ll}{2}/u.test(rest) ? rest.charAt(0).toUpperCase() + rest.slice(1) : text;
}
