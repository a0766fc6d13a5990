import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  removeSubscriber,
  type Subscriber,
  type SubscriberQuery,
  subscribersChanged,
  subscribersQuery,
} from "../../api/readers";
import { siteQuery } from "../../api/site";
import { MoreButton } from "../../kit/admin/more-button";
import type { Parts } from "../../kit/admin/parts";
import { PeopleSkeletons, PeopleTable, queryOf, useSettled } from "../../kit/admin/people";
import { CallQuestion } from "../../kit/admin/question";
import { Loaded, StatePanel } from "../../kit/admin/state-panel";
import { useAddressFilters } from "../../kit/admin/use-address-filters";
import { Button } from "../../kit/button";
import { countOf } from "../../kit/count";
import { ImportDialog } from "./import-dialog";
import { ReaderNumbers } from "./reader-numbers";
import { SubscriberRow } from "./subscriber-row";
import { SubscriberToolbar, statusTabs } from "./subscriber-toolbar";

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

const formatQuery = (asked: SubscriberQuery) => queryOf(asked, everybody, "subscribers");

/** The subscribers of the newsletter: found, imported, exported, removed. */
export const subscribersTab: Parts["subscribers"] = {
  id: "subscribers",
  label: "Subscribers",
  purpose: "People who asked for the newsletter by email. Only confirmed ones get it.",
  Panel: Subscribers,
  Numbers: ReaderNumbers,
};

function Subscribers() {
  const [asked, change] = useAddressFilters(parseQuery, formatQuery);
  const [isImporting, setIsImporting] = useState(false);
  const [removed, setRemoved] = useState<Subscriber | null>(null);
  const { data: site } = useQuery(siteQuery());
  const subscribers = useInfiniteQuery({
    ...subscribersQuery({ ...asked, search: useSettled(asked.search) }),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = subscribers;
  const counts = data?.pages[0]?.counts;
  const list = data?.pages.flatMap((page) => page.subscribers) ?? [];
  const topics = site?.categories ?? [];
  const names = new Map(topics.map(({ id, name }) => [id, name]));
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
      <Loaded query={subscribers} failure="Couldn't load subscribers" loading={<PeopleSkeletons what="subscribers" />}>
        {() =>
          list.length > 0 ? (
            <PeopleTable
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
              isStale={isPlaceholderData}
            >
              {list.map((subscriber) => (
                <SubscriberRow
                  key={subscriber.id}
                  subscriber={subscriber}
                  topics={subscriber.topics.flatMap((id) => names.get(id) ?? [])}
                  onRemove={() => setRemoved(subscriber)}
                />
              ))}
            </PeopleTable>
          ) : (
            <Nobody asked={asked} isNarrowed={isNarrowed} showAll={() => change(everybody)} />
          )
        }
      </Loaded>
      <MoreButton list={subscribers} what="subscribers" />
      {removed ? <RemoveQuestion subscriber={removed} onClose={() => setRemoved(null)} /> : null}
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
