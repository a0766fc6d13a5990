import { useMemo } from "react";
import type { LogoEntry } from "../../api/logos";
import { formatCount } from "../../ui/count";
import { Skeleton } from "../../ui/skeleton";
import { type Share, shares } from "./logo-words";

interface LogoCountersProps {
  /** Undefined as long as nothing is known. */
  entries: LogoEntry[] | undefined;
  /** It is a production site: nothing is known of a need to sync. */
  isProduction: boolean;
  chosen: Share;
  choose: (share: Share) => void;
}

/** How many products there are, and how their logos stand. Pressing a figure shows what was counted. */
export function LogoCounters({ entries, isProduction, chosen, choose }: LogoCountersProps) {
  const counts = useMemo(() => entries && shares.map(({ has }) => entries.filter(has).length), [entries]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div role="group" aria-label="Logos to show" className="logo-counters">
      {shares.map(({ share, label, meaning }, index) => {
        const isUnknown = isProduction && share === "unsynced";
        return (
          <button
            key={share}
            type="button"
            className="logo-counter"
            aria-pressed={share === chosen}
            aria-description={meaning}
            data-tooltip={meaning}
            disabled={!counts || isUnknown}
            onClick={() => choose(share)}
          >
            <span className="logo-counter-label">{label}</span>{" "}
            <span className="logo-counter-figure">
              {counts ? isUnknown ? "–" : formatCount(counts[index] ?? 0) : <Skeleton className="h-6 w-12" />}
            </span>
          </button>
        );
      })}
    </div>
  );
}
