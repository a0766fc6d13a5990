import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sentenceOf } from "../../api/fault";
import { logosQuery, syncLogos } from "../../api/logos";
import { toast } from "../../components/toast";
import { countsOf } from "./logo-words";

/** Brings the logos that are missing here; the list is looked at again after it, however it went. */
export function useLogoSync() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: syncLogos,
    onSuccess: (done) =>
      done.missing + done.failed === 0
        ? toast({ title: "Success", description: "All logos synchronized between dev and production" })
        : toast({ title: "Not all logos are synchronized", description: countsOf(done) }),
    onError: (error) => toast({ title: "Error", description: reasonOf(error), tone: "destructive" }),
    onSettled: () => void queries.invalidateQueries({ queryKey: logosQuery().queryKey }),
  });
}

/** Why a sync failed, as the server says it. */
export const reasonOf = (error: Error) => sentenceOf(error, "Failed to sync logos");
