/** Lets the browser download a text as a file. */
export function downloadFile(name: string, type: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // long after the browser has started reading it
}

/** Rows as CSV (RFC 4180). */
export const csvOf = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

/** Quotes a cell. An apostrophe comes before a text that a spreadsheet would run as a formula. */
function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Downloads CSV, with a byte order mark so that spreadsheets read it as UTF-8. */
export const downloadCsv = (name: string, text: string) => downloadFile(name, "text/csv", `\uFEFF${text}`);
