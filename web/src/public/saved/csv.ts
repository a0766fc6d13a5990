import type { ProductCard } from "../../api/schema.gen";
import { downloadFile } from "../../kit/download-file";
import { toast } from "../../kit/toast";
import type { SavedTool } from "./saved-tools";

const columns = ["name", "website", "page", "pricing", "categories", "saved"];

/** The saved tools as CSV (RFC 4180), with their pages on this site and the days on which they were saved. */
export function csvOf(cards: ProductCard[], tools: SavedTool[], origin: string): string {
  const savedAt = new Map(tools.map((tool) => [tool.id, tool.savedAt]));
  const rows = cards.map(({ id, name, website, slug, type, categories }) => [
    name,
    website,
    `${origin}/products/${slug}`,
    type,
    categories.join(", "),
    new Date(savedAt.get(id) ?? 0).toISOString().slice(0, 10),
  ]);
  return [columns, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** Quotes a cell. An apostrophe comes before what a spreadsheet would run as a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Downloads the list, with a byte order mark so that spreadsheets read it as UTF-8. */
export function downloadCsv(cards: ProductCard[], tools: SavedTool[]) {
  downloadFile("saved-tools.csv", "text/csv", `\uFEFF${csvOf(cards, tools, location.origin)}`);
  toast({ title: "Downloaded", description: "CSV file has been downloaded" });
}
