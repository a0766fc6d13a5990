/** Formats a whole number with commas between its thousands. The server's engine has no Intl. */
export const formatCount = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** "1 tool", "2 tools", "1,284 tools". */
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** A name as it stands within a sentence: "Old URLs" is "old URLs". */
export const inSentence = (name: string) => name.slice(0, 1).toLowerCase() + name.slice(1);
