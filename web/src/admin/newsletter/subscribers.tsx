import { IconDownload, IconTrash, IconUpload } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import type { Category, Subscriber } from "../../api/schema.gen";
import { siteQuery } from "../../api/site";
import { IconButton } from "../../kit/admin/buttons";
import { isSet } from "../../kit/admin/days";
import { Select } from "../../kit/admin/editor";
import { FilterTabs, SearchBox, StatePanel, useAddressFilters } from "../../kit/admin/list";
import { Fact, Moment, PeopleList, personRow, queryOf } from "../../kit/admin/people";
import { CallQuestion } from "../../kit/admin/question";
import { useSettled } from "../../kit/admin/use-debounced";
import { Badge, type BadgeTone } from "../../kit/badge";
import { Button, buttonStyle } from "../../kit/button";
import { countOf } from "../../kit/count";
import { removeSubscriber, type SubscriberQuery, subscribersChanged, subscribersFile, subscribersQuery } from "./api";
import { ImportDialog } from "./import-dialog";

const noFilters: SubscriberQuery = { search: "", filter: "all", topic: 0 };

function parseQuery(query: string): SubscriberQuery {
  const words = new URLSearchParams(query);
  const topic = Number(words.get("topic"));
  return {
    search: words.get("search") ?? "",
    filter: statusTabs.find(({ value }) => value === words.get("filter"))?.value ?? noFilters.filter,
    topic: Number.isSafeInteger(topic) && topic > 0 ? topic : noFilters.topic,
  };
}

const formatQuery = (query: SubscriberQuery) => queryOf(query, noFilters, "subscribers");

/** The subscribers of the newsletter: found, imported, exported, removed. */
export function Subscribers() {
  const [query, change] = useAddressFilters(parseQuery, formatQuery);
  const [isImporting, setIsImporting] = useState(false);
  const [removed, setRemoved] = useState<Subscriber | null>(null);
  const { data: site } = useQuery(siteQuery());
  const subscribers = useInfiniteQuery({
    ...subscribersQuery({ ...query, search: useSettled(query.search) }),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = subscribers;
  const counts = data?.pages[0]?.counts;
  const list = data?.pages.flatMap((page) => page.subscribers) ?? [];
  const topics = site?.categories ?? [];
  const names = new Map(topics.map(({ id, name }) => [id, name]));
  const isFiltered = query.search !== "" || query.topic !== 0;
  return (
    <>
      <SubscriberToolbar
        query={query}
        counts={counts}
        topics={topics}
        change={change}
        startImport={() => setIsImporting(true)}
      />
      <p role="status" className="sr-only">
        {counts && isFiltered && !isPlaceholderData ? `${countOf(counts[query.filter], "subscriber")} found` : ""}
      </p>
      <PeopleList
        query={subscribers}
        what="subscribers"
        label="Subscribers"
        columns="min-[64rem]:grid-cols-[minmax(0,1fr)_minmax(0,16rem)_repeat(3,auto)]"
        head={
          <>
            <span>Subscriber</span>
            <span>Topics</span>
            <span>Cadence</span>
            <span className="text-right">Since</span>
          </>
        }
        rows={list.map((subscriber) => (
          <SubscriberRow
            key={subscriber.id}
            subscriber={subscriber}
            topics={subscriber.topics.flatMap((id) => names.get(id) ?? [])}
            onRemove={() => setRemoved(subscriber)}
          />
        ))}
        empty={<EmptyList query={query} isFiltered={isFiltered} showAll={() => change(noFilters)} />}
      />
      {removed ? <RemoveQuestion subscriber={removed} onClose={() => setRemoved(null)} /> : null}
      {isImporting ? <ImportDialog onClose={() => setIsImporting(false)} /> : null}
    </>
  );
}

interface EmptyListProps {
  query: SubscriberQuery;
  isFiltered: boolean;
  showAll: () => void;
}

/** Shown in place of an empty list. */
function EmptyList({ query, isFiltered, showAll }: EmptyListProps) {
  if (isFiltered) {
    return (
      <StatePanel title="No subscribers match" text="Try part of an email address, another topic or another status.">
        <Button onClick={showAll}>Clear search and filters</Button>
      </StatePanel>
    );
  }
  if (query.filter !== "all") {
    return (
      <StatePanel title={`No ${query.filter} subscribers`} text={emptyWords[query.filter]}>
        <Button onClick={showAll}>Show all</Button>
      </StatePanel>
    );
  }
  return (
    <StatePanel title="No subscribers yet" text="Visitors subscribe at /newsletter. Or import an existing list." />
  );
}

const emptyWords = {
  confirmed: "No confirmed subscribers yet.",
  unconfirmed: "No one is waiting to confirm their email.",
  unsubscribed: "No one has unsubscribed.",
  refused: "No bounced addresses.",
};

/** Asks before a subscriber is removed, and says what goes with them. */
function RemoveQuestion({ subscriber, onClose }: { subscriber: Subscriber; onClose: () => void }) {
  const { id, email, status } = subscriber;
  return (
    <CallQuestion
      danger
      title="Remove this subscriber?"
      description={
        <>
          <bdi className="block font-medium text-text wrap-anywhere">{email}</bdi>
          <span className="mt-2 block">
            This permanently deletes the email address, its topics, the proof of consent and pending emails.{" "}
            {status === "unsubscribed"
              ? "Their unsubscribe is deleted too, so a later import can add them again."
              : "They can subscribe again."}
          </span>
        </>
      }
      action="Remove"
      doing="Removing..."
      failure="Couldn't remove this subscriber"
      call={() => removeSubscriber(id)}
      changed={(queries) => void subscribersChanged(queries)}
      done={() => ({ title: "Subscriber removed", description: "They get no more emails." })}
      onClose={onClose}
    />
  );
}

const statusTabs: { value: SubscriberQuery["filter"]; label: string }[] = [
  { value: "all", label: "All" },
  { value: "confirmed", label: "Confirmed" },
  { value: "unconfirmed", label: "Unconfirmed" },
  { value: "unsubscribed", label: "Unsubscribed" },
  { value: "refused", label: "Refused" },
];

interface SubscriberToolbarProps {
  query: SubscriberQuery;
  counts: Record<SubscriberQuery["filter"], number> | undefined;
  topics: Category[];
  change: (part: Partial<SubscriberQuery>) => void;
  startImport: () => void;
}

/** The search and the filters of the subscribers, and the buttons for whole lists. */
function SubscriberToolbar({ query, counts, topics, change, startImport }: SubscriberToolbarProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers know <search> for three years only */}
      <div role="search" className="mt-5 flex flex-wrap items-center gap-2">
        <SearchBox
          label="Search subscribers"
          placeholder="Email..."
          className="min-w-0 grow basis-full sm:basis-64"
          value={query.search}
          change={(search) => change({ search })}
        />
        <Select
          aria-label="Topic"
          className="w-auto min-w-0 max-w-64 md:min-h-11 max-sm:max-w-none max-sm:basis-full"
          value={String(query.topic)}
          options={[["0", "All topics"], ...topics.map(({ id, name }) => [String(id), name] as const)]}
          change={(topic) => change({ topic: Number(topic) })}
        />
        <div className="flex gap-2 max-sm:basis-full *:max-sm:flex-1">
          <Button className="md:min-h-11" onClick={startImport}>
            <IconUpload size={16} aria-hidden="true" />
            Import CSV
          </Button>
          <a
            href={subscribersFile}
            download
            className={buttonStyle({ className: "md:min-h-11" })}
            data-tooltip="Confirmed subscribers"
          >
            <IconDownload size={16} aria-hidden="true" />
            Export CSV
          </a>
        </div>
      </div>
      <div className="mt-2">
        <FilterTabs
          label="Status"
          tabs={statusTabs}
          chosen={query.filter}
          counts={counts}
          choose={(filter) => change({ filter })}
        />
      </div>
    </>
  );
}

const badges: Record<Subscriber["status"], { label: string; tone: BadgeTone } | null> = {
  confirmed: null,
  unconfirmed: { label: "Unconfirmed", tone: "premium" },
  unsubscribed: { label: "Unsubscribed", tone: "plain" },
  refused: { label: "Refused", tone: "danger" },
};

interface SubscriberRowProps {
  subscriber: Subscriber;
  /** The names of their topics; empty: all. */
  topics: string[];
  onRemove: () => void;
}

/** A subscriber with what they get. Details open below: what they agreed to, and when. */
function SubscriberRow({ subscriber, topics, onRemove }: SubscriberRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const details = useId();
  const { email, status, cadence, subscribedAt, failures } = subscriber;
  const badge = badges[status];
  const all = topics.length === 0 ? "All topics" : topics.join(", ");
  return (
    <li className={personRow} aria-label={email}>
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="line-clamp-3 min-w-0 font-medium text-[0.9375rem]" title={email}>
            {email}
          </bdi>
          {badge ? <Badge tone={badge.tone}>{badge.label}</Badge> : null}
          {failures > 0 && status !== "refused" ? (
            <span className="text-[0.8125rem] text-muted">{countOf(failures, "failure")}</span>
          ) : null}
        </p>
      </div>
      <div className="grid grid-cols-2 gap-x-4 gap-y-2 text-[0.8125rem] text-muted sm:grid-cols-[minmax(0,1fr)_6rem_8rem] min-[64rem]:contents">
        <p className="min-w-0 max-sm:col-span-full">
          <span className="block text-[0.75rem] text-dim min-[64rem]:sr-only">Topics </span>
          <span className="line-clamp-2 wrap-anywhere" title={all}>
            {all}
          </span>
        </p>
        <Fact label="Cadence">{cadenceWords[cadence]}</Fact>
        <Fact label="Since">
          <Moment at={subscribedAt} />
        </Fact>
      </div>
      <div className="-mb-2 -ml-3 flex items-center min-[64rem]:m-0 min-[64rem]:justify-end">
        <Button
          size="small"
          tone="bare"
          aria-expanded={isOpen}
          aria-controls={isOpen ? details : undefined}
          className="chevron after:transition-[rotate] aria-expanded:after:rotate-180"
          onClick={() => setIsOpen(!isOpen)}
        >
          Details <span className="sr-only">{email}</span>
        </Button>
        <IconButton label={`Remove ${email}`} tooltip="Remove" Icon={IconTrash} tone="danger" onClick={onRemove} />
      </div>
      {isOpen ? <Details id={details} subscriber={subscriber} /> : null}
    </li>
  );
}

const cadenceWords = { weekly: "Weekly", monthly: "Monthly" };

function Details({ id, subscriber }: { id: string; subscriber: Subscriber }) {
  const { consent, consentAt, confirmedAt, unsubscribedAt, failures } = subscriber;
  return (
    <dl
      id={id}
      className="col-span-full grid gap-x-6 gap-y-1 rounded-lg bg-background px-4 py-3 text-[0.8125rem] sm:grid-cols-[auto_minmax(0,1fr)] min-[64rem]:mb-2"
    >
      <Detail term="Agreed on">
        <Moment at={consentAt} />
      </Detail>
      <Detail term="Consent">
        <bdi className="whitespace-pre-line wrap-anywhere">{consent}</bdi>
      </Detail>
      <Detail term="Confirmed">
        <MomentOrNever at={confirmedAt} />
      </Detail>
      {isSet(unsubscribedAt) ? (
        <Detail term="Unsubscribed">
          <Moment at={unsubscribedAt} />
        </Detail>
      ) : null}
      <Detail term="Delivery">{deliveryWords(failures)}</Detail>
    </dl>
  );
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-dim max-sm:not-first:mt-2">{term}</dt>
      <dd className="min-w-0 text-muted">{children}</dd>
    </>
  );
}

/** How many refusals in a row end the emails. */
const failuresAllowed = 3;

function deliveryWords(failures: number) {
  if (failures === 0) return "No failures";
  const words = `${countOf(failures, "email")} refused in a row`;
  return failures < failuresAllowed ? words : `${words}. They get no more emails.`;
}

const MomentOrNever = ({ at }: { at: string }) => (isSet(at) ? <Moment at={at} /> : <>Not yet</>);
