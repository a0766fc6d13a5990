import type { QueryClient } from "@tanstack/react-query";
import { answered, client, pagedQuery } from "../../api/openapi-client";
import type { ListedRedirect, RedirectImport, RedirectInput, Redirects } from "../../api/schema.gen";

const address = "/api/admin/redirects";

/** The old URLs with a text, the newest first, page by page. */
export const redirectsQuery = (search: string) =>
  pagedQuery<Redirects>([address, search], (cursor, signal) =>
    answered(client.GET(address, { params: { query: { ...(search ? { search } : {}), cursor } }, signal })),
  );

export const redirectsChanged = (queries: QueryClient) => queries.invalidateQueries({ queryKey: [address] });

/** Adds an old URL, or changes the one with an id. */
export const saveRedirect = (body: RedirectInput, id?: number): Promise<ListedRedirect> =>
  answered(
    id ? client.PUT("/api/admin/redirects/{id}", { params: { path: { id } }, body }) : client.POST(address, { body }),
  );

/** Deletes an old URL. Returns the version with which that is undone. */
export const deleteRedirect = (id: number) =>
  answered(client.DELETE("/api/admin/redirects/{id}", { params: { path: { id } } }));

/** Imports the old URLs of a file, or says what that would do. */
export const importRedirects = (file: File, rest: "skip" | "gone", dryRun: boolean): Promise<RedirectImport> =>
  answered(
    client.POST("/api/admin/redirects/import", {
      params: { query: { rest, dryRun } },
      headers: { "Content-Type": "application/octet-stream" },
      body: file as unknown as string,
      bodySerializer: (body: unknown) => body as BodyInit,
    }),
  );
