import "./logos.css";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { type LogoEntry, logosQuery } from "../../api/logos";
import { isProductionSite, syncStateQuery } from "../../api/sync";
import { FailedPanel, StatePanel } from "../../kit/admin/state-panel";
import { Button } from "../../kit/button";
import { Skeleton } from "../../kit/skeleton";
import { LogoBoardStatus } from "./logo-board-status";
import { LogoCounters } from "./logo-counters";
import { LogoList } from "./logo-list";
import { LogoToolbar } from "./logo-toolbar";
import { type LogoFilter, matching, noFilter } from "./logo-words";
import { useLogoSync } from "./use-logo-sync";
import { useView } from "./use-view";

/** From this many logos on, the list has its full height. */
const manyLogos = 24;

interface LogoBoardProps {
  /** Whether the board is in the viewport or near it; it refreshes only then. */
  isNear: boolean;
}

/** The logo status of all products, with a button that downloads missing logos from production. */
export default function LogoBoard({ isNear }: LogoBoardProps) {
  const reading = useQuery({ ...logosQuery(), enabled: isNear });
  const { data, error, isFetching, refetch } = reading;
  const [filter, setFilter] = useState(noFilter);
  const [view, setView] = useView();
  const sync = useLogoSync();
  const { data: syncState, isPending: isRoleUnknown } = useQuery(syncStateQuery());
  const entries = isRoleUnknown ? undefined : data; // the role decides which buttons can be pressed
  const isProduction = isProductionSite(syncState); // no logo is copied to a production site
  const change = (part: Partial<LogoFilter>) => setFilter((before) => ({ ...before, ...part }));
  if (error && !data)
    return <FailedPanel what="Failed to check the logos" error={error} retry={() => void refetch()} />;
  return (
    <>
      <LogoCounters
        entries={entries}
        isProduction={isProduction}
        chosen={filter.share}
        choose={(share) => change({ share })}
      />
      <LogoToolbar
        search={filter.search}
        report={(search) => change({ search })}
        view={view}
        setView={setView}
        isRefreshing={isFetching}
        refresh={() => void refetch()}
        sync={sync}
        canSync={!isRoleUnknown && !isProduction}
      />
      <LogoBoardStatus reading={reading} sync={sync} isProduction={isProduction} />
      <div
        className="data-long:min-h-(--logo-list-height)"
        data-production={isProduction || undefined}
        data-long={!entries || entries.length > manyLogos || undefined}
      >
        {entries ? (
          <Shown entries={entries} filter={filter} view={view} clear={() => setFilter(noFilter)} />
        ) : (
          <div role="status">
            <span className="sr-only">Checking the logos</span>
            <Skeleton className="h-(--logo-list-height)" />
          </div>
        )}
      </div>
    </>
  );
}

interface ShownProps {
  entries: LogoEntry[];
  filter: LogoFilter;
  view: ReturnType<typeof useView>[0];
  clear: () => void;
}

function Shown({ entries, filter, view, clear }: ShownProps) {
  const deferredFilter = useDeferredValue(filter);
  const shown = useMemo(() => matching(entries, deferredFilter), [entries, deferredFilter]);
  if (entries.length === 0) return <StatePanel title="No products found" text="Product logos will appear here." />;
  if (shown.length === 0)
    return (
      <StatePanel title="No products match your search" text="Try another name, or show all logos.">
        <Button onClick={clear}>Show all logos</Button>
      </StatePanel>
    );
  return <LogoList shown={shown} total={entries.length} filter={deferredFilter} view={view} />;
}
