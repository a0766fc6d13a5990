import type { SyncState } from "../../../api/sync";
import { formatCount } from "../../../ui/count";

const phases = {
  "": "Starting",
  reading: "Reading production",
  images: "Fetching images",
  writing: "Writing",
} as const;

/** How far a sync is: in words, and as a bar where it is known how much there is to do. */
export function SyncProgress({ progress: { phase, done, total } }: { progress: SyncState["progress"] }) {
  const words = total > 0 ? `${phases[phase]}: ${formatCount(done)} of ${formatCount(total)}` : `${phases[phase]}…`;
  return (
    <div className="w-full mt-3 text-muted text-[0.8125rem] tabular-nums">
      <progress
        className="h-1 w-full accent-brass"
        aria-label="Sync"
        max={total > 0 ? total : undefined}
        value={total > 0 ? done : undefined}
      />
      <p>{words}</p>
    </div>
  );
}
