import { queryOptions } from "@tanstack/react-query";
import { read } from "./client";
import { answered, client } from "./openapi-client";
import type { LegalPageInput } from "./schema.gen";
import { type LegalType, legalTextQuery } from "./site";

/** The saved legal pages, read again each time a screen shows them. */
export const legalPagesQuery = () => ({ ...read("/api/legal-pages", {}), gcTime: 0 });

/** One legal page with its HTML, read again each time a screen shows it. */
export const legalPageQuery = (type: LegalType) => ({ ...legalTextQuery(type), gcTime: 0 });

/** Reports whether a page was saved, so that it no longer has the default text. */
export const isSaved = ({ updatedAt }: { updatedAt?: string }) => updatedAt !== undefined;

/** The HTML of this Markdown as visitors would see it. */
export const legalPreviewQuery = (content: string) =>
  queryOptions({
    queryKey: ["legal preview", content],
    queryFn: ({ signal }) => answered(client.POST("/api/legal-pages/preview", { body: { content }, signal })),
    select: ({ html }) => html,
    gcTime: 0,
  });

/** Saves a legal page and returns it. */
export const saveLegalPage = (body: LegalPageInput) => answered(client.POST("/api/legal-pages", { body }));
