import { useQuery } from "@tanstack/react-query";
import { draftingQuery } from "../../api/drafting";

/** Why no text can be drafted, in a sentence; undefined where it can be, and while that is not known. */
export function useRefusal(): string | undefined {
  const availability = useQuery(draftingQuery()).data;
  return availability?.configured === false ? availability.message : undefined;
}
