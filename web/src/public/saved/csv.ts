import type { ProductCard } from "../../api/schema.gen";
import { csvOf, downloadCsv } from "../../kit/download-file";
import { toast } from "../../kit/toast";
import type { SavedTool } from "./saved-tools";

const columns = ["name", "website", "page", "pricing", "categories", "saved"];

/** The saved tools as CSV, with their pages on this site and the days on which they were saved. */
export function savedAsCsv(cards: ProductCard[], tools: SavedTool[], origin: string): string {
  const savedAt = new Map(tools.map((tool) => [tool.id, tool.savedAt]));
  const rows = cards.map(({ id, name, website, slug, type, categories }) => [
    name,
    website,
    `${origin}/products/${slug}`,
    type,
    categories.join(", "),
    new Date(savedAt.get(id) ?? 0).toISOString().slice(0, 10),
  ]);
  return csvOf([columns, ...rows]);
}

/** Downloads the list. */
export function downloadSaved(cards: ProductCard[], tools: SavedTool[]) {
  downloadCsv("saved-tools.csv", savedAsCsv(cards, tools, location.origin));
  toast({ title: "Downloaded", description: "CSV file has been downloaded" });
}
