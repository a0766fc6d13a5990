import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sentenceOf } from "../../api/fault";
import { logosQuery, syncLogos } from "../../api/logo-settings";
import { toast } from "../../kit/toast";
import { countsOf } from "./logo-words";

/** Downloads the missing logos and then reloads the list, whether or not it succeeded. */
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

/** Returns why a sync failed, in the server's words. */
export const reasonOf = (error: Error) => sentenceOf(error, "Failed to sync logos");
