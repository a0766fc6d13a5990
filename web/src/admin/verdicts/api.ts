import type { QueryClient } from "@tanstack/react-query";
import { read } from "../../api/client";
import { client } from "../../api/openapi-client";

/** All verdicts, the latest change first, read again each time they are shown. */
export const verdictRowsQuery = () => ({ ...read("/api/admin/verdicts", {}), gcTime: 0 });

const of = (products: string) => ({ params: { path: { ids: products } } });

/** Saves the verdict on products, which are their ids with commas between them. */
export const saveVerdict = (products: string, text: string) =>
  client.PUT("/api/compare/{ids}/verdict", { ...of(products), body: { text } });

export const deleteVerdict = (products: string) => client.DELETE("/api/compare/{ids}/verdict", of(products));

/** Reads the list of verdicts again after a change. */
export const verdictsChanged = (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: verdictRowsQuery().queryKey });
