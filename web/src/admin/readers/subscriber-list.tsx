import type { Category } from "../../api/products";
import type { Subscriber } from "../../api/subscribers";
import { panel } from "../../kit/admin/styles";
import { SubscriberRow, subscriberRow } from "./subscriber-row";

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
export function SubscriberList({ subscribers, topics, isStale, onRemove }: SubscriberListProps) {
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
