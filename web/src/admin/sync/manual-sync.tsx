import { IconEye, IconRefresh } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { sentenceOf } from "../../api/fault";
import {
  isProductionSite,
  previewSync,
  type SyncDifference,
  type SyncState,
  syncNow,
  syncStateQuery,
} from "../../api/sync";
import { progressBar } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { formatCount } from "../../kit/count";
import { toast } from "../../kit/toast";
import { CardText, SyncCard } from "./sync-card";
import { doneIn, lastDone, leftOutIn, momentOf } from "./sync-words";

/** The polling interval during a sync, in milliseconds. */
const lookAgain = 1000;

interface ManualSyncProps {
  /** Called with the changes that a sync would make, or without them when they are outdated. */
  onPreview: (difference?: SyncDifference) => void;
}

/** Starts a sync and shows its progress and result, or previews its changes. */
export function ManualSync({ onPreview }: ManualSyncProps) {
  const queries = useQueryClient();
  const sync = useMutation({
    mutationFn: syncNow,
    onMutate: (): void => preview.reset(),
    onSuccess: async () => {
      toast({ title: "Success", description: "Database sync completed successfully" });
      onPreview(undefined);
      await queries.invalidateQueries(); // cached data is from before the sync
    },
    onError: async () => {
      toast({ title: "Error", description: "Failed to sync database. Please try again.", tone: "destructive" });
      await queries.invalidateQueries({ queryKey: syncStateQuery().queryKey });
    },
  });
  const preview = useMutation({ mutationFn: previewSync, onMutate: (): void => sync.reset(), onSuccess: onPreview });
  const { data: state } = useQuery({ ...syncStateQuery(), refetchInterval: sync.isPending ? lookAgain : false });
  const last = lastDone(state?.runs ?? []);
  const isDisabled = sync.isPending || preview.isPending || isProductionSite(state);
  return (
    <SyncCard title="Manual Sync">
      <CardText>
        Copies production's content to this site: products, categories, legal pages, social links, logos and images.
        Either all of it is copied or nothing is.
      </CardText>
      <p className="mt-auto mb-3 text-[0.875rem] tabular-nums">
        Last sync: {last ? <time dateTime={last.endedAt}>{momentOf(last.endedAt)}</time> : state ? "Never" : "…"}
        {last ? <span className="block text-muted text-[0.8125rem]">{doneIn(last.counts)}</span> : null}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button tone="brass" disabled={isDisabled} onClick={() => sync.mutate()}>
          <IconRefresh size={16} aria-hidden="true" className={sync.isPending ? "animate-spin" : undefined} />
          {sync.isPending ? "Syncing..." : "Sync Now"}
        </Button>
        <Button disabled={isDisabled} onClick={() => preview.mutate()}>
          <IconEye size={16} aria-hidden="true" />
          {preview.isPending ? "Comparing..." : "Preview"}
        </Button>
      </div>
      {sync.isPending && state ? <SyncProgress progress={state.progress} /> : null}
      <p
        role="status"
        className="min-h-5 mt-2 text-muted text-[0.8125rem] leading-5 data-failed:text-danger"
        data-failed={sync.isError || preview.isError || undefined}
      >
        {isProductionSite(state) ? state?.unready : failureOf(sync.error ?? preview.error)}
        {sync.data?.leftOut ? leftOutIn(sync.data.leftOut) : null}
      </p>
    </SyncCard>
  );
}

/** Returns why a sync failed; a toast has already reported that it did. */
const failureOf = (error: Error | null) =>
  error ? sentenceOf(error, "Couldn't reach the site.").replace("Failed to sync database. Please try again. ", "") : "";

const phases = {
  "": "Starting",
  reading: "Reading production",
  images: "Fetching images",
  writing: "Writing",
} as const;

/** The progress of a sync, as text and as a bar. */
function SyncProgress({ progress: { phase, done, total } }: { progress: SyncState["progress"] }) {
  const words = total > 0 ? `${phases[phase]}: ${formatCount(done)} of ${formatCount(total)}` : `${phases[phase]}…`;
  return (
    <div className="w-full mt-3 text-muted text-[0.8125rem] tabular-nums">
      <progress
        className={progressBar}
        aria-label="Sync"
        max={total > 0 ? total : undefined}
        value={total > 0 ? done : undefined}
      />
      <p>{words}</p>
    </div>
  );
}
