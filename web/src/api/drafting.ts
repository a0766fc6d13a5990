import { answered, client, RequestError, read } from "./client";
import { eventsOf } from "./event-stream";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

/** A drafted text, and what is to be known of it; the note is mostly empty. */
export interface Draft {
  text: string;
  note: string;
}

export interface DraftWatch {
  /** Hears the text piece by piece, as it is written. */
  onText: (piece: string) => void;
  /** Stops the writing. */
  signal: AbortSignal;
}

/** Has one text drafted. */
export type DraftCall = (watch: DraftWatch) => Promise<Draft>;

/** Drafts a description. */
export const generateDescription =
  (body: Schemas["DescriptionInput"]): DraftCall =>
  (watch) =>
    draft("/api/generate-description", "description", body, watch);

/** Drafts a better description than the present one. */
export const enhanceDescription =
  (body: Schemas["EnhancementInput"]): DraftCall =>
  (watch) =>
    draft("/api/enhance-description", "description", body, watch);

/** Drafts what a product is used for. */
export const generateUseCases =
  (body: Schemas["UseCasesInput"]): DraftCall =>
  (watch) =>
    draft("/api/ai/generate-usecases", "useCases", body, watch);

/** Drafts the text of a legal page. */
export const generateLegalContent =
  (body: Schemas["LegalContentInput"]): DraftCall =>
  (watch) =>
    draft("/api/ai/generate-legal-content", "content", body, watch);

type DraftPath =
  | "/api/generate-description"
  | "/api/enhance-description"
  | "/api/ai/generate-usecases"
  | "/api/ai/generate-legal-content";

/** Makes a call for a draft, and reads the answer while it is written. A server that writes none in pieces is fine too. */
async function draft(path: DraftPath, field: string, body: object, { onText, signal }: DraftWatch): Promise<Draft> {
  const headers = { Accept: "text/event-stream" };
  const { data, response } = await client.POST(path, { body: body as never, headers, signal, parseAs: "stream" });
  const stream = answered(data as ReadableStream<Uint8Array> | null | undefined);
  if (stream === null) throw new Error("The response has no body");
  if (!response.headers.get("Content-Type")?.startsWith("text/event-stream"))
    return draftIn(await new Response(stream).text(), field);
  for await (const event of eventsOf(stream)) {
    if (event.name === "text") onText(JSON.parse(event.data).text);
    if (event.name === "error") throw new RequestError(502, event.data);
    if (event.name === "done") return draftIn(event.data, field);
  }
  throw new Error("The response was cut off");
}

function draftIn(json: string, field: string): Draft {
  const answer = JSON.parse(json) as Record<string, string | undefined>;
  return { text: answer[field] ?? "", note: answer.note ?? "" };
}

/** Whether texts can be drafted, and what to set so that they can be. */
export const draftingQuery = () => read("/api/drafting", {});

/** What a website says of a tool by itself. */
export type Suggestion = Schemas["WebsiteSuggestion"];

/** Reads what a website says of a tool. It needs no model. */
export async function fillFromWebsite(url: string, signal: AbortSignal): Promise<Suggestion> {
  const { data } = await client.POST("/api/fill-from-website", { body: { url }, signal });
  return answered(data);
}
