import { queryOptions } from "@tanstack/react-query";
import { answered, client, read } from "./client";
import type { components, paths } from "./schema.gen";

type Schemas = components["schemas"];

/** What an administrator says of a legal page: its title and its text in Markdown. */
export type LegalPageInput = Schemas["LegalPageInput"];

export type LegalType = LegalPageInput["type"];

/** A legal page as visitors see it. While none is saved its content is empty, and its HTML that of the text that comes with the program. */
export type ShownLegalPage = paths["/api/legal-pages/{type}"]["get"]["responses"][200]["content"]["application/json"];

/** The legal pages as they are saved, asked for anew wherever they come to a screen. */
export const legalPagesQuery = () => ({ ...read("/api/legal-pages", {}), gcTime: 0 });

/** One legal page with what it shows, asked for anew wherever it comes to a screen. */
export const legalPageQuery = (type: LegalType) => ({
  ...read("/api/legal-pages/{type}", { path: { type } }),
  gcTime: 0,
});

/** Whether a page is saved, or is as it is by itself. */
export const isSaved = ({ updatedAt }: { updatedAt?: string }) => updatedAt !== undefined;

/** The HTML that a page with this content will show. */
export const legalPreviewQuery = (content: string) =>
  queryOptions({
    queryKey: ["legal preview", content],
    queryFn: async ({ signal }) => {
      const { data } = await client.POST("/api/legal-pages/preview", { body: { content }, signal });
      return answered(data).html;
    },
    gcTime: 0,
  });

/** Saves a legal page, and gives it as it is saved. */
export async function saveLegalPage(body: LegalPageInput) {
  const { data } = await client.POST("/api/legal-pages", { body });
  return answered(data);
}
