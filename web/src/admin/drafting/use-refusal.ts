import { useQuery } from "@tanstack/react-query";
import { draftingQuery } from "../../api/drafting";

/** Why no text can be drafted, in a sentence; undefined where it can be, and while that is not known. */
export function useRefusal(): string | undefined {
  const standing = useQuery(draftingQuery()).data;
  return standing?.configured === false ? standing.message : undefined;
}
