import { IconTrash } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import type { Subscriber } from "../../api/readers";
import { IconButton } from "../../kit/admin/icon-button";
import { Fact, Moment, personRow } from "../../kit/admin/people";
import { Badge, type BadgeTone } from "../../kit/badge";
import { Button } from "../../kit/button";
import { countOf } from "../../kit/count";

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
export function SubscriberRow({ subscriber, topics, onRemove }: SubscriberRowProps) {
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

/** The API writes a time that has not been set as one of the year 1. */
const isSet = (at: string) => Date.parse(at) > 0;

const MomentOrNever = ({ at }: { at: string }) => (isSet(at) ? <Moment at={at} /> : <>Not yet</>);
