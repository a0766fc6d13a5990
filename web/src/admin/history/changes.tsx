import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { type AuditFilters, auditQuery } from "../../api/audit";
import { sentenceOf } from "../../api/fault";
import type { AuditEntry } from "../../api/schema.gen";
import { daysOf } from "../../kit/admin/days";
import { Loaded, LoadingRows, StatePanel } from "../../kit/admin/list";
import { AdminLink } from "../../kit/admin/screen";
import { panelRows } from "../../kit/admin/styles";
import { useNear } from "../../kit/admin/viewport";
import { Button, buttonStyle } from "../../kit/button";
import { ChangeFilters, historyAddress, noFilters } from "./change-filters";
import { ChangeRow } from "./change-row";
import { runsOf } from "./entry-words";

/** The filtered audit log, newest first. Older entries load while scrolling. */
export function Changes({ filters }: { filters: AuditFilters }) {
  const changes = useInfiniteQuery(auditQuery(filters));
  const entries = changes.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <ChangeFilters filters={filters} entries={entries} />
      <Loaded query={changes} failure="Failed to fetch the history" loading={<LoadingRows what="changes" />}>
        {() => (entries.length > 0 ? <Days entries={entries} filters={filters} /> : <NoChanges filters={filters} />)}
      </Loaded>
      <Older changes={changes} />
    </>
  );
}

function Days({ entries, filters }: { entries: AuditEntry[]; filters: AuditFilters }) {
  return daysOf(entries, new Date()).map(({ day, entries }) => (
    <section key={day} aria-label={day} className="mt-6">
      <h2 className="text-[0.8125rem] font-medium text-muted">{day}</h2>
      <ul className={`${panelRows} mt-2`}>
        {runsOf(entries).map((run) => (
          <ChangeRow key={run[0].id} run={run} filters={filters} />
        ))}
      </ul>
    </section>
  ));
}

/** Loads older entries near the end of the list or on a click; after a failure only on a click. */
function Older({ changes }: { changes: UseInfiniteQueryResult }) {
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error } = changes;
  const more = () => void changes.fetchNextPage();
  useNear(end, hasNextPage && !isFetchingNextPage && !isFetchNextPageError, (isNear) => isNear && more());
  if (!hasNextPage) return null;
  return (
    <div ref={end} className="mt-6 flex flex-col items-center gap-2">
      {isFetchNextPageError ? (
        <p role="alert" className="form-error">
          {sentenceOf(error, "Failed to connect to server")}
        </p>
      ) : null}
      <Button disabled={isFetchingNextPage} onClick={more}>
        {isFetchingNextPage ? "Loading..." : "Show older changes"}
      </Button>
    </div>
  );
}

function NoChanges({ filters }: { filters: AuditFilters }) {
  if (historyAddress(filters) === historyAddress(noFilters)) {
    return <StatePanel title="No changes yet" text="Changes to products, settings and accounts will be listed here." />;
  }
  return (
    <StatePanel title="No matching changes" text="No changes match your filters.">
      <AdminLink href={historyAddress(noFilters)} className={buttonStyle({ tone: "brass" })}>
        Show all changes
      </AdminLink>
    </StatePanel>
  );
}
