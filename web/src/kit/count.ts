/** Formats a whole number with commas between its thousands. The server's engine has no Intl. */
export const formatCount = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** "1 tool", "2 tools", "1,284 tools". */
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
