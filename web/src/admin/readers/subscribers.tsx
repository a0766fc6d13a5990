import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { siteQuery } from "../../api/site";
import { type Subscriber, type SubscriberQuery, subscribersQuery } from "../../api/subscribers";
import { MoreButton } from "../../kit/admin/more-button";
import { FailedPanel, StatePanel } from "../../kit/admin/state-panel";
import { useAddressFilters } from "../../kit/admin/use-address-filters";
import { Button } from "../../kit/button";
import { countOf } from "../../kit/count";
import { ImportDialog } from "./import-dialog";
import { ReaderSkeletons } from "./reader-list";
import { RemoveQuestion } from "./remove-question";
import { SubscriberList } from "./subscriber-list";
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
      {subscribers.isError && !data ? (
        <FailedPanel
          what="Couldn't load subscribers"
          error={subscribers.error}
          retry={() => void subscribers.refetch()}
        />
      ) : null}
      {subscribers.isPending ? <ReaderSkeletons what="subscribers" /> : null}
      {data && list.length === 0 ? (
        <Nobody asked={asked} isNarrowed={isNarrowed} showAll={() => change(everybody)} />
      ) : null}
      {list.length > 0 ? (
        <SubscriberList subscribers={list} topics={topics} isStale={isPlaceholderData} onRemove={setDoomed} />
      ) : null}
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
