import { RequestError, read } from "../../api/client";
import { eventsOf } from "../../api/event-stream";
import { answered, client } from "../../api/openapi-client";
import type {
  DescriptionInput,
  EnhancementInput,
  IntroductionInput,
  LegalContentInput,
  ToolNoteInput,
  UseCasesInput,
  WebsiteSuggestion,
} from "../../api/schema.gen";

/** A drafted text, and a note about it, which is usually empty. */
export interface Draft {
  text: string;
  note: string;
}

interface DraftWatch {
  /** Called with each piece of the text as it is written. */
  onText: (piece: string) => void;
  /** Aborts the draft. */
  signal: AbortSignal;
}

/** Requests a draft of one text. */
export type DraftCall = (watch: DraftWatch) => Promise<Draft>;

/** The call at an address; its answer has the text in this field. */
const drafting =
  <Input extends object>(path: DraftPath, field: string) =>
  (body: Input): DraftCall =>
  (watch) =>
    draft(path, field, body, watch);

/** Drafts a description. */
export const generateDescription = drafting<DescriptionInput>("/api/generate-description", "description");

/** Drafts a better description than the current one. */
export const enhanceDescription = drafting<EnhancementInput>("/api/enhance-description", "description");

/** Drafts use cases. */
export const generateUseCases = drafting<UseCasesInput>("/api/ai/generate-usecases", "useCases");

/** Drafts what people say who need a tool, one a line. */
export const generatePhrases = drafting<UseCasesInput>("/api/ai/generate-phrases", "phrases");

/** Drafts the text of a legal page. */
export const generateLegalContent = drafting<LegalContentInput>("/api/ai/generate-legal-content", "content");

/** Drafts the introduction of a collection. */
export const generateIntroduction = drafting<IntroductionInput>(
  "/api/ai/generate-collection-introduction",
  "introduction",
);

/** Drafts a note on a tool of a collection. */
export const generateToolNote = drafting<ToolNoteInput>("/api/ai/generate-collection-note", "text");

type DraftPath =
  | "/api/generate-description"
  | "/api/enhance-description"
  | "/api/ai/generate-usecases"
  | "/api/ai/generate-phrases"
  | "/api/ai/generate-collection-introduction"
  | "/api/ai/generate-collection-note"
  | "/api/ai/generate-legal-content";

/** Requests a draft and reads the response as it streams. A server that answers in one piece works too. */
async function draft(path: DraftPath, field: string, body: object, { onText, signal }: DraftWatch): Promise<Draft> {
  const headers = { Accept: "text/event-stream" };
  const { data, response } = await client.POST(path, { body: body as never, headers, signal, parseAs: "stream" });
  const stream = data as ReadableStream<Uint8Array> | null | undefined;
  if (!stream) throw new Error("The response has no body");
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

/** Whether drafting is configured, and which settings it needs. */
export const draftingQuery = () => read("/api/drafting", {});

/** What a website's metadata says about a tool. */
export type Suggestion = WebsiteSuggestion;

/** Reads a tool's website metadata. It needs no model. */
export const fillFromWebsite = (url: string, signal: AbortSignal): Promise<Suggestion> =>
  answered(client.POST("/api/fill-from-website", { body: { url }, signal }));
