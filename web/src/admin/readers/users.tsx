import { IconTrash } from "@tabler/icons-react";
import { keepPreviousData, type QueryClient, useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Reader } from "../../api/schema.gen";
import { IconButton } from "../../kit/admin/buttons";
import { isSet } from "../../kit/admin/days";
import { Select } from "../../kit/admin/editor";
import { FilterTabs, SearchBox, StatePanel, useAddressFilters } from "../../kit/admin/list";
import type { PeopleTab } from "../../kit/admin/parts";
import { Fact, Moment, PeopleList, personRow, queryOf } from "../../kit/admin/people";
import { CallQuestion, useCall } from "../../kit/admin/question";
import { useSettled } from "../../kit/admin/use-debounced";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import {
  deleteReader,
  type ReaderQuery,
  readersChanged,
  readersQuery,
  resendReaderCode,
  setReaderDisabled,
} from "./api";

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

const noFilters: ReaderQuery = { search: "", sort: "newest", filter: "all" };

function parseQuery(query: string): ReaderQuery {
  const words = new URLSearchParams(query);
  return {
    search: words.get("search") ?? "",
    sort: sorts.find(({ value }) => value === words.get("sort"))?.value ?? noFilters.sort,
    filter: tabs.find(({ value }) => value === words.get("filter"))?.value ?? noFilters.filter,
  };
}

const formatQuery = (query: ReaderQuery) => queryOf(query, noFilters);

/** The accounts of readers: found, disabled, deleted. */
export const usersTab: PeopleTab = {
  id: "users",
  label: "Accounts",
  needs: "accounts",
  purpose: "People with an account. Disabled accounts are signed out and can't sign in.",
  Panel: Users,
};

function Users() {
  const [query, change] = useAddressFilters(parseQuery, formatQuery);
  const [deleted, setDeleted] = useState<Reader | null>(null);
  const readers = useInfiniteQuery({
    ...readersQuery({ ...query, search: useSettled(query.search) }),
    placeholderData: keepPreviousData,
  });
  const counts = readers.data?.pages[0]?.counts;
  const list = readers.data?.pages.flatMap((page) => page.readers) ?? [];
  return (
    <>
      <Toolbar query={query} counts={counts} change={change} />
      <p role="status" className="sr-only">
        {counts && query.search !== "" ? `${countOf(counts[query.filter], "account")} found` : ""}
      </p>
      <PeopleList
        query={readers}
        what="accounts"
        label="Accounts"
        columns="min-[64rem]:grid-cols-[minmax(0,1fr)_repeat(5,auto)]"
        head={
          <>
            <span>Account</span>
            <span>Signed up</span>
            <span>Last seen</span>
            <span className="text-right">Saved</span>
            <span className="text-right">Submitted</span>
          </>
        }
        rows={list.map((reader) => <ReaderRow key={reader.id} reader={reader} onDelete={() => setDeleted(reader)} />)}
        empty={<EmptyList query={query} showAll={() => change(noFilters)} />}
      />
      {deleted ? <DeleteQuestion reader={deleted} onClose={() => setDeleted(null)} /> : null}
    </>
  );
}

interface ToolbarProps {
  query: ReaderQuery;
  counts: Record<ReaderQuery["filter"], number> | undefined;
  change: (part: Partial<ReaderQuery>) => void;
}

function Toolbar({ query, counts, change }: ToolbarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers know <search> for three years only
    <div role="search" className="mt-5 flex flex-wrap items-center gap-2">
      <SearchBox
        label="Search accounts"
        placeholder="Name or email..."
        className="min-w-0 grow basis-full min-[64rem]:basis-64"
        value={query.search}
        change={(search) => change({ search })}
      />
      <FilterTabs
        label="Accounts"
        tabs={tabs}
        chosen={query.filter}
        counts={counts}
        choose={(filter) => change({ filter })}
      />
      <Select
        aria-label="Sort"
        className="w-auto min-w-0 md:min-h-11 max-[40rem]:basis-full"
        value={query.sort}
        options={sorts.map(({ value, label }) => [value, label])}
        change={(sort) => change({ sort: sort as ReaderQuery["sort"] })}
      />
    </div>
  );
}

/** Shown in place of an empty list. */
function EmptyList({ query, showAll }: { query: ReaderQuery; showAll: () => void }) {
  if (query.search !== "") {
    return (
      <StatePanel title="No accounts match your search" text="Try part of a name or an email address.">
        <Button onClick={showAll}>Clear search and filters</Button>
      </StatePanel>
    );
  }
  if (query.filter !== "all") {
    return (
      <StatePanel
        title={`No ${query.filter} accounts`}
        text={query.filter === "unverified" ? "Everyone has confirmed their email." : "Everyone can sign in."}
      >
        <Button onClick={showAll}>Show all</Button>
      </StatePanel>
    );
  }
  return <StatePanel title="No accounts yet" text="Visitors can sign up at /sign-up." />;
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
            permanently deleted. Approved tools stay listed. They can sign up again.
          </span>
        </>
      }
      failure="Couldn't delete this account"
      call={() => deleteReader(reader.id)}
      changed={(queries) => void readersChanged(queries)}
      done={() => ({ title: "Account deleted", description: "Its saved tools and submissions were deleted too." })}
      onClose={onClose}
    />
  );
}

/** A reader with what they have, and what the administrator can do. */
function ReaderRow({ reader, onDelete }: { reader: Reader; onDelete: () => void }) {
  const { email, name, isVerified, isDisabled, createdAt, lastSeenAt, favorites, submissions } = reader;
  return (
    <li className={personRow} aria-label={email}>
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="line-clamp-2 min-w-0 font-medium text-[0.9375rem]">{name === "" ? email : name}</bdi>
          {isVerified ? null : <Badge tone="premium">Unverified</Badge>}
          {isDisabled ? <Badge tone="danger">Disabled</Badge> : null}
        </p>
        {name === "" ? null : <bdi className="block text-[0.8125rem] text-muted">{email}</bdi>}
      </div>
      <div className="grid grid-cols-2 gap-x-4 gap-y-2 text-[0.8125rem] text-muted sm:grid-cols-[8rem_8rem_4rem_4rem] min-[64rem]:contents">
        <Fact label="Signed up">
          <Moment at={createdAt} />
        </Fact>
        <Fact label="Last seen">
          {isSet(lastSeenAt) ? <Moment at={lastSeenAt} /> : <span className="text-dim">Never</span>}
        </Fact>
        <Fact label="Saved">{formatCount(favorites)}</Fact>
        <Fact label="Submitted">{formatCount(submissions)}</Fact>
      </div>
      <Actions reader={reader} onDelete={onDelete} />
    </li>
  );
}

function Actions({ reader, onDelete }: { reader: Reader; onDelete: () => void }) {
  const { id, email, isVerified, isDisabled } = reader;
  const disable = useCall(() => setReaderDisabled(id, !isDisabled), {
    done: () =>
      isDisabled
        ? { title: "Account enabled", description: `${email} can sign in again.` }
        : { title: "Account disabled", description: `${email} is signed out and can't sign in.` },
    changed,
    failure: `Couldn't ${isDisabled ? "enable" : "disable"} this account`,
  });
  const resend = useCall(() => resendReaderCode(id), {
    done: () => ({ title: "New code on its way", description: `We email it to ${email}. It is valid for 10 minutes.` }),
    changed,
    failure: "Couldn't send a new code",
  });
  const about = <span className="sr-only">{email}</span>;
  return (
    <div className="-mb-2 -ml-3 flex flex-wrap items-center min-[64rem]:m-0 min-[64rem]:justify-end">
      {isVerified || isDisabled ? null : (
        <ActionButton action={resend}>
          {resend.isPending ? "Sending..." : "Send a new code"} {about}
        </ActionButton>
      )}
      <ActionButton action={disable}>
        {disable.isPending ? "Saving..." : isDisabled ? "Enable" : "Disable"} {about}
      </ActionButton>
      <IconButton label={`Delete ${email}`} tooltip="Delete" Icon={IconTrash} tone="danger" onClick={onDelete} />
    </div>
  );
}

/** A button that keeps the focus while its call is made. */
function ActionButton({
  action,
  children,
}: {
  action: { isPending: boolean; mutate: () => void };
  children: ReactNode;
}) {
  return (
    <Button
      size="small"
      tone="bare"
      className="aria-disabled:opacity-50"
      aria-disabled={action.isPending}
      onClick={() => (action.isPending ? undefined : action.mutate())}
    >
      {children}
    </Button>
  );
}

/** Reads the readers again. The pressed button may have left the list with its row. */
async function changed(queries: QueryClient) {
  await readersChanged(queries);
  if (document.activeElement === document.body) document.getElementById("main")?.focus();
}
