import "./logos.css";
import { IconCloudDown, IconLayoutGrid, IconLayoutList, IconRefresh } from "@tabler/icons-react";
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from "react";
import { parts } from "../../admin-features";
import { sentenceOf } from "../../api/fault";
import { IconButton } from "../../kit/admin/buttons";
import { timeOf } from "../../kit/admin/days";
import { FailedPanel, Loading, StatePanel } from "../../kit/admin/list";
import { MayChange, useMay } from "../../kit/admin/may";
import { AdminLink } from "../../kit/admin/screen";
import { panel } from "../../kit/admin/styles";
import { Button, buttonStyle } from "../../kit/button";
import { formatCount } from "../../kit/count";
import { Skeleton } from "../../kit/skeleton";
import { toast, toastError } from "../../kit/toast";
import { isProductionSite, type LogoEntry, logosQuery, syncLogos, syncStateQuery } from "./api";
import { LogoList, useView, type View } from "./logo-list";
import {
  countsOf,
  doneBy,
  type LogoFilter,
  matching,
  missingIn,
  noFilter,
  type Share,
  shares,
  unknownIn,
} from "./logo-words";

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
  const mayRead = useMay().read("settings");
  const { data: syncState, isLoading: isRoleUnknown } = useQuery({ ...syncStateQuery(), enabled: mayRead });
  const entries = isRoleUnknown ? undefined : data; // the role decides which buttons can be pressed
  const isProduction = isProductionSite(syncState); // no logo is copied to a production site
  const change = (part: Partial<LogoFilter>) => setFilter((before) => ({ ...before, ...part }));
  if (error && !data) return <FailedPanel what="Failed to check the logos" query={reading} />;
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
        canFind={parts.LogoSearch !== undefined && entries?.some(({ status }) => status === "none") === true}
      />
      <LogoBoardStatus reading={reading} sync={sync} isProduction={isProduction} />
      <div
        className="data-long:min-h-(--logo-list-height)"
        data-production={isProduction || undefined}
        data-long={!entries || entries.length > manyLogos || undefined}
      >
        {entries ? (
          <Shown
            entries={entries}
            filter={filter}
            view={view}
            isProduction={isProduction}
            clear={() => setFilter(noFilter)}
          />
        ) : (
          <Loading what="Checking the logos" skeleton="h-(--logo-list-height)" />
        )}
      </div>
    </>
  );
}

interface ShownProps {
  entries: LogoEntry[];
  filter: LogoFilter;
  view: ReturnType<typeof useView>[0];
  isProduction: boolean;
  clear: () => void;
}

function Shown({ entries, filter, view, isProduction, clear }: ShownProps) {
  const deferredFilter = useDeferredValue(filter);
  const shown = useMemo(() => matching(entries, deferredFilter), [entries, deferredFilter]);
  if (entries.length === 0) return <StatePanel title="No products found" text="Product logos will appear here." />;
  if (shown.length === 0)
    return (
      <StatePanel title="No products match your search" text="Try another name, or show all logos.">
        <Button onClick={clear}>Show all logos</Button>
      </StatePanel>
    );
  return (
    <LogoList shown={shown} total={entries.length} filter={deferredFilter} view={view} isProduction={isProduction} />
  );
}

interface LogoBoardStatusProps {
  reading: UseQueryResult<LogoEntry[]>;
  sync: ReturnType<typeof useLogoSync>;
  /** Whether the site is a production site, to which no logo is copied. */
  isProduction: boolean;
}

/** Below the toolbar: the time of the last check, the result of the last sync and its errors. */
function LogoBoardStatus({
  reading: { data, error, dataUpdatedAt, refetch },
  sync,
  isProduction,
}: LogoBoardStatusProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 min-h-10 py-1.5 text-dim text-[0.8125rem] tabular-nums">
      <p>
        {data
          ? [`Checked at ${timeOf(dataUpdatedAt)}.`, missingIn(data), unknownIn(data)].filter(Boolean).join(" ")
          : null}
      </p>
      {isProduction ? <p>This is the production site. Sync copies from here, never to here.</p> : null}
      <p role="status" className="text-text data-failed:text-danger" data-failed={sync.isError || undefined}>
        {sync.data ? doneBy(sync.data) : null}
        {sync.error ? reasonOf(sync.error) : null}
      </p>
      {data && error ? (
        <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-danger">
          <span>{`Couldn't check the logos again. ${sentenceOf(error, "Failed to connect to server")}`}</span>
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : null}
    </div>
  );
}

interface LogoCountersProps {
  /** Undefined until loaded. */
  entries: LogoEntry[] | undefined;
  /** Whether the site is a production site, for which the number of logos to sync is unknown. */
  isProduction: boolean;
  chosen: Share;
  choose: (share: Share) => void;
}

/** The number of products by logo status. Each figure filters the list. */
function LogoCounters({ entries, isProduction, chosen, choose }: LogoCountersProps) {
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

interface LogoToolbarProps {
  search: string;
  report: (search: string) => void;
  view: View;
  setView: (view: View) => void;
  isRefreshing: boolean;
  refresh: () => void;
  sync: ReturnType<typeof useLogoSync>;
  /** Whether logos can be copied to this site: not to a production site, nor before the site's role is known. */
  canSync: boolean;
  /** Whether there are products without a logo, and a screen that looks for one. */
  canFind: boolean;
}

/** Search, layout and actions of the logos. */
function LogoToolbar({
  search,
  report,
  view,
  setView,
  isRefreshing,
  refresh,
  sync,
  canSync,
  canFind,
}: LogoToolbarProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    report("");
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: browsers know <search> for three years only */}
      <div role="search" aria-label="Logos" className="search-box min-w-0 flex-[1_1_12rem]">
        <input
          type="search"
          value={search}
          onChange={(event) => report(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          maxLength={200}
          placeholder="Search products..."
          aria-label="Search logos by product"
          autoComplete="off"
          enterKeyHint="search"
        />
      </div>
      <Views view={view} setView={setView} />
      <div className="flex flex-wrap items-center gap-2">
        {canFind ? (
          <AdminLink href="/admin/logos" className={buttonStyle({ tone: "brass" })}>
            Find logos
          </AdminLink>
        ) : null}
        <Button disabled={isRefreshing} onClick={refresh}>
          <IconRefresh size={16} aria-hidden="true" className={isRefreshing ? "animate-spin" : undefined} />
          Refresh
        </Button>
        <MayChange area="catalog">
          <Button disabled={sync.isPending || !canSync} onClick={() => sync.mutate()}>
            <IconCloudDown size={16} aria-hidden="true" />
            {sync.isPending ? "Syncing..." : "Sync All"}
          </Button>
        </MayChange>
      </div>
    </div>
  );
}

const views = [
  { view: "grid", label: "Grid", Icon: IconLayoutGrid },
  { view: "list", label: "List", Icon: IconLayoutList },
] as const;

function Views({ view: chosen, setView }: Pick<LogoToolbarProps, "view" | "setView">) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div role="group" aria-label="Layout" className="flex p-0.5 border border-line rounded-lg">
      {views.map(({ view, label, Icon }) => (
        <IconButton
          key={view}
          label={label}
          Icon={Icon}
          size="switch"
          aria-pressed={view === chosen}
          onClick={() => setView(view)}
        />
      ))}
    </div>
  );
}

/** Downloads the missing logos and then reloads the list, whether or not it succeeded. */
function useLogoSync() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: syncLogos,
    onSuccess: (done) =>
      done.missing + done.failed === 0
        ? toast({ title: "Success", description: "All logos synchronized between dev and production" })
        : toast({ title: "Not all logos are synchronized", description: countsOf(done) }),
    onError: (error) => toastError("Error", reasonOf(error)),
    onSettled: () => void queries.invalidateQueries({ queryKey: logosQuery().queryKey }),
  });
}

/** Returns why a sync failed, in the server's words. */
const reasonOf = (error: Error) => sentenceOf(error, "Failed to sync logos");
