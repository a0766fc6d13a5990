/** The length of a password in code points. The server has the same limits. */
const shortest = 12;
const longest = 128;

export const passwordRule = `${shortest} to ${longest} characters. Try a few unrelated words.`;

/** Returns what is wrong with a new password, or undefined. */
export function passwordMistake(password: string): string | undefined {
  const length = [...password].length;
  if (length < shortest) return `Use at least ${shortest} characters.`;
  return length > longest ? `Use at most ${longest} characters.` : undefined;
}
