import { useQuery } from "@tanstack/react-query";
import { draftingQuery } from "../../api/drafting";

/** Returns why drafting is unavailable, in a sentence, or undefined if it is available or not known yet. */
export function useRefusal(): string | undefined {
  const availability = useQuery(draftingQuery()).data;
  return availability?.configured === false ? availability.message : undefined;
}
