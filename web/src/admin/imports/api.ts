import { queryOptions } from "@tanstack/react-query";
import { RequestError } from "../../api/client";
import { eventsOf } from "../../api/event-stream";
import { answered, client } from "../../api/openapi-client";
import type { ImportImages, ProductImport } from "../../api/schema.gen";

/** The largest file, in bytes; the server refuses larger ones. */
export const maxFile = 100 * 1024 * 1024;

export type Match = "" | "website" | "name" | "id";

/** What somebody has chosen for an import. */
export interface Choices {
  match: Match;
  skipBad: boolean;
  fetchImages: boolean;
  /** Fields by the names of columns that are not read as proposed; empty for one that is left out. */
  columns: Record<string, string>;
}

/** How far an import is, in rows; it compares them with the catalog before a backup. */
export interface Progress {
  isComparing: boolean;
  done: number;
  total: number;
}

const callOf = (file: File, { match, columns, skipBad, fetchImages }: Choices, dryRun: boolean) => ({
  params: {
    query: {
      name: file.name,
      ...(match ? { match } : {}),
      ...(Object.keys(columns).length > 0 ? { columns: JSON.stringify(columns) } : {}),
      skipBad,
      fetchImages,
      dryRun,
    },
  },
  body: file as unknown as string,
  bodySerializer: (body: unknown) => body as BodyInit,
});

const contentType = { "Content-Type": "application/octet-stream" };

/** Says what an import would do. */
export const previewImport = (file: File, choices: Choices, signal: AbortSignal): Promise<ProductImport> =>
  answered(client.POST("/api/admin/import", { ...callOf(file, choices, true), headers: contentType, signal }));

/** Imports a file, all of it or nothing. Ending the request before it is done imports nothing. */
export async function importFile(
  file: File,
  choices: Choices,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<ProductImport> {
  const { data, response } = await client.POST("/api/admin/import", {
    ...callOf(file, choices, false),
    headers: { ...contentType, Accept: "text/event-stream" },
    signal,
    parseAs: "stream",
  });
  const stream = data as ReadableStream<Uint8Array> | null | undefined;
  if (!stream) throw new Error("The response has no body");
  if (!response.headers.get("Content-Type")?.startsWith("text/event-stream")) return new Response(stream).json();
  for await (const event of eventsOf(stream)) {
    if (event.name === "progress") onProgress(JSON.parse(event.data));
    if (event.name === "error") throw new RequestError(502, event.data);
    if (event.name === "done") return JSON.parse(event.data);
  }
  throw new Error("The response was cut off");
}

const images = "/api/admin/import-images";

/** How many images of imported tools are still to be saved; read again while there are some. */
export const imagesQuery = () =>
  queryOptions({
    queryKey: [images],
    queryFn: ({ signal }): Promise<ImportImages> => answered(client.GET(images, { signal })),
    refetchInterval: ({ state }) => ((state.data?.pending ?? 0) > 0 ? 5_000 : false),
  });

export const retryImages = (): Promise<ImportImages> => answered(client.POST("/api/admin/import-images/retry"));
export const forgetImages = (): Promise<ImportImages> => answered(client.DELETE(images));

const remembered = "import-columns";
const mostRemembered = 500;

const keyOf = (heading: string) => heading.trim().toLowerCase();

/** The fields that this browser remembers for headings. */
function rememberedFields(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(remembered) ?? "{}");
  } catch {
    return {}; // storage is off, or has something else
  }
}

/** Remembers the fields that somebody has chosen for headings. */
export function rememberColumns(columns: Record<string, string>) {
  const chosen = Object.entries(columns).map(([heading, field]) => [keyOf(heading), field]);
  const all = Object.entries({ ...rememberedFields(), ...Object.fromEntries(chosen) });
  try {
    localStorage.setItem(remembered, JSON.stringify(Object.fromEntries(all.slice(-mostRemembered))));
  } catch {
    // storage is off or full: the next file is read as proposed
  }
}

/** Returns what is remembered for the columns of a file where it differs from what is proposed. */
export function recallColumns(columns: ProductImport["columns"]): Record<string, string> {
  const fields = rememberedFields();
  const found: Record<string, string> = {};
  for (const { name, field } of columns) {
    const chosen = fields[keyOf(name)];
    if (chosen !== undefined && chosen !== field && (chosen === "" || !Object.values(found).includes(chosen)))
      found[name] = chosen;
  }
  return found;
}
