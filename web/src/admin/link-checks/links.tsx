import { type Query, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { undoChange } from "../../api/admin-products";
import type { LinkCheck } from "../../api/schema.gen";
import { FilterTabs, Loaded, LoadingRows, MoreButton, StatePanel } from "../../kit/admin/list";
import { useMay } from "../../kit/admin/may";
import { failed } from "../../kit/admin/question";
import { ScreenHead } from "../../kit/admin/screen";
import { Check } from "../../kit/admin/selection";
import { panelRows } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { Day } from "../../kit/day";
import { type ToastContent, toast } from "../../kit/toast";
import { acceptChecks, type BrokenState, confirmLinks, type LinkState, linkChecksQuery, linkRunQuery } from "./api";
import { RunPanel } from "./run-panel";

const tabs: { value: LinkState; label: string; text: string }[] = [
  {
    value: "gone",
    label: "Gone",
    text: "Websites that answered 404 or 410, or whose host doesn't exist, twice a day apart.",
  },
  { value: "taken_over", label: "Taken over", text: "Websites that are somebody else's by now." },
  { value: "parked", label: "Parked", text: "Domains that are for sale, expired or without a website." },
  { value: "moved", label: "Moved", text: "Websites that redirect permanently to another URL." },
  {
    value: "refused",
    label: "Refused",
    text: "Websites that couldn't be read, which doesn't mean that they are gone.",
  },
  { value: "ok", label: "OK", text: "Websites that answer, and those you have checked." },
];

/** The tools by the state of their website, and what can be done about each. */
export default function Links() {
  const [state, setState] = useState<LinkState>("gone");
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const run = useQuery(linkRunQuery()).data;
  const list = useInfiniteQuery(linkChecksQuery(state));
  const { decide, isDeciding } = useDecisions();
  const mayChange = useMay().change("catalog");
  const checks = list.data?.pages.flatMap((page) => page.checks) ?? [];
  const ids = checks.map(({ product }) => product).filter((id) => chosen.has(id));
  const counts = run && { ...run.counts, taken_over: run.counts.takenOver };
  const shown = tabs.find(({ value }) => value === state);
  const open = (next: LinkState) => {
    setState(next);
    setChosen(new Set());
  };
  const choose = (id: number) => setChosen((before) => toggled(before, id));
  const settle = (decision: Decision) => {
    decide(decision);
    setChosen(new Set());
  };
  return (
    <>
      <ScreenHead title="Links">
        We read each tool's website every two weeks. Nothing changes until you accept what was found.
      </ScreenHead>
      <div className="mt-5">
        <RunPanel />
      </div>
      <div className="mt-5">
        <FilterTabs label="State of the website" tabs={tabs} chosen={state} counts={counts} choose={open} />
      </div>
      <div className="mt-4 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{shown?.text}</p>
        <div className="flex flex-wrap gap-2">
          {ids.length > 0 ? (
            <Button disabled={isDeciding} onClick={() => settle({ kind: "confirm", ids })}>
              I checked {countOf(ids.length, "link")}
            </Button>
          ) : null}
          {mayChange && isBroken(state) && (checks.length > 1 || ids.length > 0) ? (
            <Button
              tone="brass"
              disabled={isDeciding}
              onClick={() => settle({ kind: "accept", state, ...(ids.length > 0 ? { ids } : {}) })}
            >
              {ids.length > 0
                ? acceptLabel(state, String(ids.length))
                : acceptLabel(state, counts ? `all ${formatCount(counts[state])}` : "all")}
            </Button>
          ) : null}
        </div>
      </div>
      <Loaded query={list} failure="Couldn't load the links" loading={<LoadingRows what="links" />}>
        {() =>
          checks.length > 0 ? (
            <ul className={`${panelRows} mt-3`} aria-label={shown?.label}>
              {checks.map((check) => (
                <LinkRow
                  key={check.product}
                  check={check}
                  isChosen={chosen.has(check.product)}
                  isBusy={isDeciding}
                  mayChange={mayChange}
                  choose={choose}
                  decide={settle}
                />
              ))}
            </ul>
          ) : (
            <StatePanel title="No links here" text="Websites in this state are listed here once they are checked." />
          )
        }
      </Loaded>
      <MoreButton list={list} what="links" />
    </>
  );
}

function toggled(before: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(before);
  if (!next.delete(id)) next.add(id);
  return next;
}

const isBroken = (state: LinkState): state is BrokenState => state !== "ok" && state !== "refused";

const acceptLabel = (state: BrokenState, which: string) =>
  state === "moved" ? `Update ${which}` : `Move ${which} to trash`;

interface LinkRowProps {
  check: LinkCheck;
  isChosen: boolean;
  isBusy: boolean;
  mayChange: boolean;
  choose: (id: number) => void;
  decide: (decision: Decision) => void;
}

/** A tool with what was found at its website. */
function LinkRow({ check, isChosen, isBusy, mayChange, choose, decide }: LinkRowProps) {
  const { product, name, website, state, target, reason } = check;
  const ids = [product];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="flex min-w-0 flex-[1_1_16rem] items-center gap-1">
        {mayChange ? (
          <Check className="-ml-3" aria-label={`Select ${name}`} checked={isChosen} onChange={() => choose(product)} />
        ) : null}
        <div className="min-w-0">
          <h2 className="truncate text-[0.9375rem] font-semibold" title={name}>
            {name}
          </h2>
          <p className="text-[0.8125rem] text-muted wrap-anywhere">
            <Outside href={website} />
            {target ? (
              <>
                {" "}
                → <Outside href={target} />
              </>
            ) : null}
          </p>
          {reason ? <p className="text-[0.8125rem] text-muted">{reason}</p> : null}
          <p className="text-[0.8125rem] text-dim">
            <Times check={check} />
          </p>
        </div>
      </div>
      {mayChange ? (
        <div className="flex flex-wrap gap-2">
          {isBroken(state) ? (
            <Button
              size="small"
              aria-label={state === "moved" ? `Update URL: ${name}` : `Move to trash: ${name}`}
              disabled={isBusy}
              onClick={() => decide({ kind: "accept", state, ids })}
            >
              {state === "moved" ? "Update URL" : "Move to trash"}
            </Button>
          ) : null}
          <Button
            size="small"
            tone="bare"
            aria-label={`I checked it: ${name}`}
            disabled={isBusy}
            onClick={() => decide({ kind: "confirm", ids })}
          >
            I checked it
          </Button>
        </div>
      ) : null}
    </li>
  );
}

const Outside = ({ href }: { href: string }): ReactNode => (
  <a
    href={href}
    target="_blank"
    rel="noopener noreferrer"
    className="underline decoration-line underline-offset-4 hover:text-text"
  >
    {href.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "")}
  </a>
);

/** What the API has for a time that is not set. */
const never = "0001-01-01T00:00:00Z";

const Times = ({ check: { checkedAt, answeredAt, confirmedAt } }: { check: LinkCheck }) => (
  <>
    Read on <Day at={checkedAt} />
    {answeredAt === never ? null : (
      <>
        {" · answered on "}
        <Day at={answeredAt} />
      </>
    )}
    {confirmedAt === never ? null : (
      <>
        {" · checked by a person on "}
        <Day at={confirmedAt} />
      </>
    )}
  </>
);

/** A decision about links. */
type Decision =
  | { kind: "accept"; state: BrokenState; ids?: number[] }
  | { kind: "confirm" | "unconfirm"; ids: number[] }
  | { kind: "undo"; version: number };

interface Done {
  /** The number of tools that the decision changed. */
  count: number;
  /** The version with which it is undone. */
  version?: number;
}

/** All that a website may change: not who is signed in, nor what is counted. */
const isOfLinks = ({ queryKey: [at] }: Pick<Query, "queryKey">) => !/^\/api\/auth\/|\/visits/.test(String(at));

/** Decides about links, one decision after the other. Each can be undone. */
function useDecisions() {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation<Done, Error, Decision>({
    mutationFn: send,
    scope: { id: "products" },
    onSuccess: ({ count, version }, decision): void => {
      toast(wordsOf(decision, count, version, mutate));
    },
    onError: failed("Couldn't save your decision"),
    onSettled: () => queries.invalidateQueries({ predicate: isOfLinks }),
  });
  return { decide: mutate, isDeciding: isPending };
}

async function send(decision: Decision): Promise<Done> {
  switch (decision.kind) {
    case "accept": {
      const { changed, version } = await acceptChecks(decision.state, decision.ids);
      return { count: changed, version };
    }
    case "undo":
      return { count: (await undoChange(decision.version)).restored };
    default:
      await confirmLinks(decision.ids, decision.kind === "confirm");
      return { count: decision.ids.length };
  }
}

function wordsOf(
  decision: Decision,
  count: number,
  version: number | undefined,
  go: (decision: Decision) => void,
): ToastContent {
  switch (decision.kind) {
    case "accept":
      if (!version || count === 0)
        return { title: "Nothing to change", description: "These tools have another website by now." };
      return {
        title:
          decision.state === "moved" ? `${countOf(count, "URL")} updated` : `${countOf(count, "tool")} moved to trash`,
        action: { label: "Undo", press: () => go({ kind: "undo", version }) },
      };
    case "undo":
      return { title: "Undone", description: `${countOf(count, "tool")} restored` };
    case "confirm":
      return {
        title: `${countOf(count, "link")} marked as checked`,
        action: { label: "Undo", press: () => go({ kind: "unconfirm", ids: decision.ids }) },
      };
    case "unconfirm":
      return { title: "Undone", description: `${countOf(count, "link")} no longer marked as checked` };
  }
}
