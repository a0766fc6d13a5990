import { useMemo } from "react";
import type { LogoEntry } from "../../api/logos";
import { panel } from "../../kit/admin/styles";
import { formatCount } from "../../kit/count";
import { Skeleton } from "../../kit/skeleton";
import { type Share, shares } from "./logo-words";

interface LogoCountersProps {
  /** Undefined until loaded. */
  entries: LogoEntry[] | undefined;
  /** Whether the site is a production site, for which the number of logos to sync is unknown. */
  isProduction: boolean;
  chosen: Share;
  choose: (share: Share) => void;
}

/** The number of products by logo status. Each figure filters the list. */
export function LogoCounters({ entries, isProduction, chosen, choose }: LogoCountersProps) {
  const counts = useMemo(() => entries && shares.map(({ has }) => entries.filter(has).length), [entries]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div role="group" aria-label="Logos to show" className="grid grid-cols-2 gap-2 mb-3 md:grid-cols-4 md:gap-3">
      {shares.map(({ share, label, meaning }, index) => {
        const isUnknown = isProduction && share === "unsynced";
        return (
          <button
            key={share}
            type="button"
            className={`${panel} flex flex-col gap-1 px-3.5 py-3 text-left transition-[background-color] hover:bg-raised-2 aria-pressed:bg-raised-2 aria-pressed:border-muted md:px-4.5 md:py-4`}
            aria-pressed={share === chosen}
            aria-description={meaning}
            data-tooltip={meaning}
            disabled={!counts || isUnknown}
            onClick={() => choose(share)}
          >
            <span className="text-muted text-[0.8125rem]">{label}</span>{" "}
            <span className="flex items-center h-8 font-display text-[1.75rem] leading-none tabular-nums">
              {counts ? isUnknown ? "–" : formatCount(counts[index] ?? 0) : <Skeleton className="h-6 w-12" />}
            </span>
          </button>
        );
      })}
    </div>
  );
}
