import type { QueryClient } from "@tanstack/react-query";
import { read } from "../../api/client";
import { answered, client } from "../../api/openapi-client";
import type { Synonym, SynonymInput } from "../../api/schema.gen";

/** What visitors searched for in vain, most asked first, read again each time it is shown. */
export const vainSearchesQuery = () => ({ ...read("/api/admin/searches", {}), gcTime: 0 });

export const dismissSearch = (key: string) => client.DELETE("/api/admin/searches/{key}", { params: { path: { key } } });

/** The site's own synonyms, the oldest first. */
export const synonymsQuery = () => ({ ...read("/api/admin/synonyms", {}), gcTime: 0 });

/** Adds a synonym, or changes the one with an id. */
export const saveSynonym = (body: SynonymInput, id?: number): Promise<Synonym> =>
  answered(
    id
      ? client.PUT("/api/admin/synonyms/{id}", { params: { path: { id } }, body })
      : client.POST("/api/admin/synonyms", { body }),
  );

export const deleteSynonym = (id: number) => client.DELETE("/api/admin/synonyms/{id}", { params: { path: { id } } });

/** Reads both lists again: a synonym changes what is searched for in vain. */
export const searchesChanged = (queries: QueryClient) =>
  Promise.all([vainSearchesQuery(), synonymsQuery()].map(({ queryKey }) => queries.invalidateQueries({ queryKey })));
