import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { hasStatus } from "../../api/fault";
import { type Reader, type ReaderQuery, readersQuery } from "../../api/readers";
import { Button } from "../../ui/button";
import { countOf } from "../../ui/count";
import { FilterTabs } from "../filter-tabs";
import { ScreenHead } from "../screen-head";
import { FailedPanel, StatePanel } from "../state-panel";
import { DeleteQuestion } from "./delete-question";
import { ReaderList, ReaderSkeletons } from "./reader-list";

const tabs: { value: ReaderQuery["filter"]; label: string }[] = [
  { value: "all", label: "All" },
  { value: "unverified", label: "Unverified" },
  { value: "disabled", label: "Disabled" },
];

const everybody: ReaderQuery = { search: "", sort: "newest", filter: "all" };

/** How long after the last key the server is asked, in milliseconds. */
const typingPause = 200;

/** The accounts of readers: found, disabled, deleted. */
export default function Readers() {
  const [asked, setAsked] = useState(everybody);
  const [doomed, setDoomed] = useState<Reader | null>(null);
  const readers = useInfiniteQuery({
    ...readersQuery({ ...asked, search: useSettled(asked.search) }),
    placeholderData: keepPreviousData,
  });
  const counts = readers.data?.pages[0]?.counts;
  const list = readers.data?.pages.flatMap((page) => page.readers) ?? [];
  const change = (part: Partial<ReaderQuery>) => setAsked((before) => ({ ...before, ...part }));
  if (hasStatus(readers.error, 404)) return <AccountsOff />;
  return (
    <>
      <ScreenHead
        title="Readers"
        summary={counts && asked.search === "" && !readers.isPlaceholderData ? countOf(counts.all, "reader") : ""}
      >
        People with an account. A disabled reader is signed out and can't sign in until you enable them again.
      </ScreenHead>
      <Toolbar asked={asked} counts={counts} change={change} />
      <p role="status" className="sr-only">
        {counts && asked.search !== "" ? `${countOf(counts[asked.filter], "reader")} found` : ""}
      </p>
      {readers.isError && !readers.data ? (
        <FailedPanel what="Couldn't load readers" error={readers.error} retry={() => void readers.refetch()} />
      ) : null}
      {readers.isPending ? <ReaderSkeletons /> : null}
      {readers.data && list.length === 0 ? <Nobody asked={asked} showAll={() => setAsked(everybody)} /> : null}
      {list.length > 0 ? <ReaderList readers={list} isStale={readers.isPlaceholderData} onDelete={setDoomed} /> : null}
      {readers.isFetchNextPageError ? (
        <p role="alert" className="mt-5 text-danger text-sm">
          Couldn't load more readers.
        </p>
      ) : null}
      {readers.hasNextPage ? (
        <Button className="mt-5" disabled={readers.isFetchingNextPage} onClick={() => void readers.fetchNextPage()}>
          {readers.isFetchingNextPage ? "Loading..." : "Show more"}
        </Button>
      ) : null}
      {doomed ? <DeleteQuestion reader={doomed} onClose={() => setDoomed(null)} /> : null}
    </>
  );
}

/** Returns the text once it has not changed for a moment; an empty one at once. */
function useSettled(text: string) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPause);
    return () => clearTimeout(timer);
  }, [text]);
  return text === "" ? text : settled;
}

interface ToolbarProps {
  asked: ReaderQuery;
  counts: Record<ReaderQuery["filter"], number> | undefined;
  change: (part: Partial<ReaderQuery>) => void;
}

function Toolbar({ asked, counts, change }: ToolbarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers know <search> for three years only
    <div role="search" className="mt-5 flex flex-wrap items-center gap-2">
      <div className="search-box min-w-0 grow basis-full min-[64rem]:basis-64">
        <input
          type="search"
          value={asked.search}
          onChange={(event) => change({ search: event.currentTarget.value })}
          maxLength={200}
          placeholder="Name or email..."
          aria-label="Search readers"
          autoComplete="off"
        />
      </div>
      <FilterTabs
        label="Readers"
        tabs={tabs}
        chosen={asked.filter}
        counts={counts}
        choose={(filter) => change({ filter })}
      />
      <select
        aria-label="Sort"
        className="input w-auto min-w-0 max-[40rem]:flex-1"
        value={asked.sort}
        onChange={(event) => change({ sort: event.currentTarget.value as ReaderQuery["sort"] })}
      >
        <option value="newest">Newest first</option>
        <option value="seen">Last seen first</option>
        <option value="email">By email</option>
      </select>
    </div>
  );
}

/** Shown in place of an empty list. */
function Nobody({ asked, showAll }: { asked: ReaderQuery; showAll: () => void }) {
  if (asked.search !== "") {
    return (
      <StatePanel title="No readers match your search" text="Try part of a name or an email address.">
        <Button onClick={showAll}>Clear search and filters</Button>
      </StatePanel>
    );
  }
  if (asked.filter !== "all") {
    return (
      <StatePanel
        title={`No ${asked.filter} readers`}
        text={asked.filter === "unverified" ? "Everybody has confirmed their email." : "Everybody can sign in."}
      >
        <Button onClick={showAll}>Show all</Button>
      </StatePanel>
    );
  }
  return <StatePanel title="No readers yet" text="Visitors can sign up at /sign-up." />;
}

function AccountsOff() {
  return (
    <>
      <ScreenHead title="Readers" />
      <StatePanel title="Accounts are off" text="Set --smtp-url and --mail-from to let visitors sign up." />
    </>
  );
}
