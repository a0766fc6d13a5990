import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deleteReader, type Reader, type ReaderQuery, readersChanged, readersQuery } from "../../api/readers";
import { FilterTabs } from "../../kit/admin/filter-tabs";
import { MoreButton } from "../../kit/admin/more-button";
import type { PeopleTab } from "../../kit/admin/parts";
import { PeopleSkeletons, PeopleTable, queryOf, useSettled } from "../../kit/admin/people";
import { CallQuestion } from "../../kit/admin/question";
import { Loaded, StatePanel } from "../../kit/admin/state-panel";
import { useAddressFilters } from "../../kit/admin/use-address-filters";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { ReaderRow } from "./reader-row";

const tabs: { value: ReaderQuery["filter"]; label: string }[] = [
  { value: "all", label: "All" },
  { value: "unverified", label: "Unverified" },
  { value: "disabled", label: "Disabled" },
];

const sorts: { value: ReaderQuery["sort"]; label: string }[] = [
  { value: "newest", label: "Newest first" },
  { value: "seen", label: "Last seen first" },
  { value: "email", label: "By email" },
];

const everybody: ReaderQuery = { search: "", sort: "newest", filter: "all" };

function parseQuery(query: string): ReaderQuery {
  const words = new URLSearchParams(query);
  return {
    search: words.get("search") ?? "",
    sort: sorts.find(({ value }) => value === words.get("sort"))?.value ?? everybody.sort,
    filter: tabs.find(({ value }) => value === words.get("filter"))?.value ?? everybody.filter,
  };
}

const formatQuery = (asked: ReaderQuery) => queryOf(asked, everybody);

/** The accounts of readers: found, disabled, deleted. */
export const usersTab: PeopleTab = {
  id: "users",
  label: "Users",
  purpose: "People with an account. A disabled reader is signed out and can't sign in until you enable them again.",
  Panel: Users,
};

function Users() {
  const [asked, change] = useAddressFilters(parseQuery, formatQuery);
  const [deleted, setDeleted] = useState<Reader | null>(null);
  const readers = useInfiniteQuery({
    ...readersQuery({ ...asked, search: useSettled(asked.search) }),
    placeholderData: keepPreviousData,
  });
  const counts = readers.data?.pages[0]?.counts;
  const list = readers.data?.pages.flatMap((page) => page.readers) ?? [];
  return (
    <>
      <Toolbar asked={asked} counts={counts} change={change} />
      <p role="status" className="sr-only">
        {counts && asked.search !== "" ? `${countOf(counts[asked.filter], "reader")} found` : ""}
      </p>
      <Loaded query={readers} failure="Couldn't load readers" loading={<PeopleSkeletons what="readers" />}>
        {() =>
          list.length > 0 ? (
            <PeopleTable
              label="Readers"
              columns="min-[64rem]:grid-cols-[minmax(0,1fr)_repeat(5,auto)]"
              head={
                <>
                  <span>Reader</span>
                  <span>Signed up</span>
                  <span>Last seen</span>
                  <span className="text-right">Saved</span>
                  <span className="text-right">Submitted</span>
                </>
              }
              isStale={readers.isPlaceholderData}
            >
              {list.map((reader) => (
                <ReaderRow key={reader.id} reader={reader} onDelete={() => setDeleted(reader)} />
              ))}
            </PeopleTable>
          ) : (
            <Nobody asked={asked} showAll={() => change(everybody)} />
          )
        }
      </Loaded>
      <MoreButton list={readers} what="readers" />
      {deleted ? <DeleteQuestion reader={deleted} onClose={() => setDeleted(null)} /> : null}
    </>
  );
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
        className="input w-auto min-w-0 md:min-h-11 max-[40rem]:flex-1"
        value={asked.sort}
        onChange={(event) => change({ sort: event.currentTarget.value as ReaderQuery["sort"] })}
      >
        {sorts.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
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

/** Asks before a reader is deleted, and says what goes with them. */
function DeleteQuestion({ reader, onClose }: { reader: Reader; onClose: () => void }) {
  const { email, favorites, submissions } = reader;
  return (
    <CallQuestion
      title="Delete this account?"
      description={
        <>
          <bdi className="block font-medium text-text wrap-anywhere">{email}</bdi>
          <span className="mt-2 block">
            The account, its saved tools ({formatCount(favorites)}) and submissions ({formatCount(submissions)}) are
            deleted for good. Approved tools stay listed. The reader can sign up again.
          </span>
        </>
      }
      failure="Couldn't delete this account"
      call={() => deleteReader(reader.id)}
      changed={(queries) => void readersChanged(queries)}
      done={() => ({ title: "Account deleted", description: "Everything of theirs is deleted with it." })}
      onClose={onClose}
    />
  );
}
