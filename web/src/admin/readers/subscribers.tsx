import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Category } from "../../api/products";
import {
  removeSubscriber,
  type Subscriber,
  type SubscriberQuery,
  subscribersChanged,
  subscribersQuery,
} from "../../api/readers";
import { siteQuery } from "../../api/site";
import { MoreButton } from "../../kit/admin/more-button";
import { CallQuestion } from "../../kit/admin/question";
import { Loaded, StatePanel } from "../../kit/admin/state-panel";
import { panel } from "../../kit/admin/styles";
import { useAddressFilters } from "../../kit/admin/use-address-filters";
import { Button } from "../../kit/button";
import { countOf } from "../../kit/count";
import { ImportDialog } from "./import-dialog";
import { ReaderSkeletons } from "./reader-list";
import { SubscriberRow, subscriberRow } from "./subscriber-row";
import { SubscriberToolbar, statusTabs } from "./subscriber-toolbar";
import { readersQueryString } from "./tabs";
import { useSettled } from "./use-settled";

const everybody: SubscriberQuery = { search: "", filter: "all", topic: 0 };

function parseQuery(query: string): SubscriberQuery {
  const words = new URLSearchParams(query);
  const topic = Number(words.get("topic"));
  return {
    search: words.get("search") ?? "",
    filter: statusTabs.find(({ value }) => value === words.get("filter"))?.value ?? everybody.filter,
    topic: Number.isSafeInteger(topic) && topic > 0 ? topic : everybody.topic,
  };
}

const formatQuery = (asked: SubscriberQuery) => readersQueryString("subscribers", asked, everybody);

/** The subscribers of the newsletter: found, imported, exported, removed. */
export function Subscribers() {
  const [asked, change] = useAddressFilters(parseQuery, formatQuery);
  const [isImporting, setIsImporting] = useState(false);
  const [doomed, setDoomed] = useState<Subscriber | null>(null);
  const { data: site } = useQuery(siteQuery());
  const subscribers = useInfiniteQuery({
    ...subscribersQuery({ ...asked, search: useSettled(asked.search) }),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = subscribers;
  const counts = data?.pages[0]?.counts;
  const list = data?.pages.flatMap((page) => page.subscribers) ?? [];
  const topics = site?.categories ?? [];
  const isNarrowed = asked.search !== "" || asked.topic !== 0;
  return (
    <>
      <SubscriberToolbar
        asked={asked}
        counts={counts}
        topics={topics}
        change={change}
        startImport={() => setIsImporting(true)}
      />
      <p role="status" className="sr-only">
        {counts && isNarrowed && !isPlaceholderData ? `${countOf(counts[asked.filter], "subscriber")} found` : ""}
      </p>
      <Loaded query={subscribers} failure="Couldn't load subscribers" loading={<ReaderSkeletons what="subscribers" />}>
        {() =>
          list.length > 0 ? (
            <SubscriberList subscribers={list} topics={topics} isStale={isPlaceholderData} onRemove={setDoomed} />
          ) : (
            <Nobody asked={asked} isNarrowed={isNarrowed} showAll={() => change(everybody)} />
          )
        }
      </Loaded>
      <MoreButton list={subscribers} what="subscribers" />
      {doomed ? <RemoveQuestion subscriber={doomed} onClose={() => setDoomed(null)} /> : null}
      {isImporting ? <ImportDialog onClose={() => setIsImporting(false)} /> : null}
    </>
  );
}

interface NobodyProps {
  asked: SubscriberQuery;
  isNarrowed: boolean;
  showAll: () => void;
}

/** Shown in place of an empty list. */
function Nobody({ asked, isNarrowed, showAll }: NobodyProps) {
  if (isNarrowed) {
    return (
      <StatePanel title="No subscribers match" text="Try part of an email address, another topic or another status.">
        <Button onClick={showAll}>Clear search and filters</Button>
      </StatePanel>
    );
  }
  if (asked.filter !== "all") {
    return (
      <StatePanel title={`No ${asked.filter} subscribers`} text={emptyWords[asked.filter]}>
        <Button onClick={showAll}>Show all</Button>
      </StatePanel>
    );
  }
  return (
    <StatePanel title="No subscribers yet" text="Visitors subscribe at /newsletter. Or import a list that you have." />
  );
}

const emptyWords = {
  confirmed: "Nobody has confirmed their email yet.",
  unconfirmed: "Nobody is waiting to confirm their email.",
  unsubscribed: "Nobody has left.",
  refused: "No address was refused three times in a row.",
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
            The address, its topics, the proof of consent and emails that wait to be sent are deleted for good.{" "}
            {status === "unsubscribed"
              ? "The site forgets that they left: a later import can add them again."
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

/** The columns on wide windows; the rows share their widths. */
const subscriberTable = `${panel} mt-4 overflow-hidden min-[64rem]:grid min-[64rem]:grid-cols-[minmax(0,1fr)_minmax(0,16rem)_repeat(3,auto)]`;

interface SubscriberListProps {
  subscribers: Subscriber[];
  topics: Category[];
  /** The list is of the search before; the new one is loading. */
  isStale: boolean;
  onRemove: (subscriber: Subscriber) => void;
}

/** The subscribers: a table on wide windows, cards on narrow ones. */
function SubscriberList({ subscribers, topics, isStale, onRemove }: SubscriberListProps) {
  const names = new Map(topics.map(({ id, name }) => [id, name]));
  return (
    <div className={`${subscriberTable} transition-opacity ${isStale ? "opacity-60" : ""}`} aria-busy={isStale}>
      <div
        aria-hidden="true"
        className={`${subscriberRow} border-hairline border-b py-2.5! text-[0.75rem] text-dim max-[64rem]:hidden`}
      >
        <span>Subscriber</span>
        <span>Topics</span>
        <span>Cadence</span>
        <span className="text-right">Since</span>
      </div>
      <ul
        aria-label="Subscribers"
        className="divide-y divide-hairline min-[64rem]:col-span-full min-[64rem]:grid min-[64rem]:grid-cols-subgrid"
      >
        {subscribers.map((subscriber) => (
          <SubscriberRow
            key={subscriber.id}
            subscriber={subscriber}
            topics={subscriber.topics.flatMap((id) => names.get(id) ?? [])}
            onRemove={() => onRemove(subscriber)}
          />
        ))}
      </ul>
    </div>
  );
}
