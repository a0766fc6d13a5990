import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { changeRowsPage, changeRowsQuery } from "../../api/audit";
import type { AuditEntry } from "../../api/schema.gen";
import { FailedLine, Loading, MoreButton } from "../../kit/admin/list";
import { wordsOf } from "./entry-words";
import { toolsIn } from "./group-words";

interface ChangeRowsProps {
  entry: AuditEntry;
  /** What an opened row shows. */
  detailsOf: (row: AuditEntry) => ReactNode;
}

/** The tools of a change of several; searched by name. */
export function ChangeRows({ entry, detailsOf }: ChangeRowsProps) {
  const [search, setSearch] = useState("");
  const rows = useInfiniteQuery({ ...changeRowsQuery(entry, search), placeholderData: keepPreviousData });
  const entries = rows.data?.pages.flatMap((page) => page.entries);
  return (
    <div>
      {toolsIn(entry) > changeRowsPage ? (
        // biome-ignore lint/a11y/useSemanticElements: browsers know <search> for three years only
        <div role="search" className="search-box mb-2">
          <input
            type="search"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            maxLength={200}
            placeholder="Tool name..."
            aria-label="Search the tools of this change"
            autoComplete="off"
          />
        </div>
      ) : null}
      {rows.isPending ? <Loading what="Loading the tools of this change" skeleton="h-36 rounded-lg" /> : null}
      {rows.isError && !entries ? <FailedLine what="the tools of this change" query={rows} /> : null}
      {entries?.length === 0 ? (
        <p role="status" className="py-3 text-muted text-[0.875rem]">
          No tools match.
        </p>
      ) : null}
      {entries && entries.length > 0 ? (
        <ul
          aria-label="Tools of this change"
          aria-busy={rows.isPlaceholderData}
          className="divide-y divide-hairline overflow-hidden rounded-lg border border-hairline bg-background aria-busy:opacity-60"
        >
          {entries.map((row) => (
            <Row key={row.id} row={row} detailsOf={detailsOf} />
          ))}
        </ul>
      ) : null}
      <MoreButton list={rows} what="tools" />
    </div>
  );
}

function Row({ row, detailsOf }: { row: AuditEntry; detailsOf: ChangeRowsProps["detailsOf"] }) {
  const [isOpen, setIsOpen] = useState(false);
  const { verb, name } = wordsOf(row);
  return (
    <li>
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="chevron flex min-h-11 cursor-pointer list-none items-center gap-3 px-3 py-1.5 text-[0.875rem] after:ml-auto after:text-dim after:transition-[rotate] hover:bg-raised-2 focus-visible:-outline-offset-2 md:min-h-9 [[open]>&]:after:rotate-180 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 truncate font-medium">{name}</span>
          <span className="sr-only">, {verb}</span>
        </summary>
        {isOpen ? <div className="px-3 pt-1 pb-3">{detailsOf(row)}</div> : null}
      </details>
    </li>
  );
}
