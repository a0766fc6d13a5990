import { IconRefresh } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sentenceOf } from "../../../api/fault";
import { syncNow } from "../../../api/sync";
import { toast } from "../../../components/toast";
import { Button } from "../../../ui/button";
import { useLastSync } from "./last-sync";

/** Starts a sync by hand, and says how it went. */
export function ManualSync() {
  const queries = useQueryClient();
  const [lastSync, remember] = useLastSync();
  const sync = useMutation({
    mutationFn: syncNow,
    onSuccess: async () => {
      remember(Date.now());
      toast({ title: "Success", description: "Database sync completed successfully" });
      await queries.invalidateQueries(); // what was read is of before
    },
    onError: () =>
      toast({ title: "Error", description: "Failed to sync database. Please try again.", tone: "destructive" }),
  });
  return (
    <section aria-labelledby="manual-sync-title" className="site-card">
      <h2 id="manual-sync-title" className="site-title">
        Manual Sync
      </h2>
      <p className="site-text">
        Copies production's content to this site: products, categories, legal pages, social links, logos and images. All
        of it comes, or nothing.
      </p>
      <p className="sync-last">
        Last sync: {lastSync ? <time dateTime={new Date(lastSync).toISOString()}>{inWords(lastSync)}</time> : "Never"}
      </p>
      <Button tone="brass" disabled={sync.isPending} onClick={() => sync.mutate()}>
        <IconRefresh size={16} aria-hidden="true" className={sync.isPending ? "turning" : undefined} />
        {sync.isPending ? "Syncing..." : "Sync Now"}
      </Button>
      <p role="status" className="sync-standing" data-failed={sync.isError || undefined}>
        {sync.isError ? sentenceOf(sync.error, "The site could not be reached.") : ""}
      </p>
    </section>
  );
}

const inWords = (time: number) => new Date(time).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
