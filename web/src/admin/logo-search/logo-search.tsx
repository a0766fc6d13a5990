import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { undoChange } from "../../api/admin-products";
import type { LogoProposal } from "../../api/schema.gen";
import { FilterTabs, Loaded, LoadingRows, MoreButton, StatePanel } from "../../kit/admin/list";
import { useMay } from "../../kit/admin/may";
import { failed } from "../../kit/admin/question";
import { ScreenHead } from "../../kit/admin/screen";
import { panel } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { type ToastContent, toast } from "../../kit/toast";
import { ProductLogo } from "../../kit/tools/product-logo";
import { acceptLogos, dismissLogos, logoSearchQuery, type ProposalState, proposalsQuery } from "./api";
import { isOfLogos, SearchPanel } from "./search-panel";

const tabs: { value: ProposalState; label: string }[] = [
  { value: "proposed", label: "Found" },
  { value: "none", label: "Not found" },
  { value: "dismissed", label: "Dismissed" },
];

const empty: Record<ProposalState, [title: string, text: string]> = {
  proposed: ["No logos to review", "Logos found on tools' websites appear here."],
  none: ["No failures", "Tools without a usable icon on their website are listed here, with the reason."],
  dismissed: ["Nothing dismissed", "Logos you dismiss are listed here and aren't proposed again."],
};

/** The search for logos, and what it found, to be accepted or dismissed. */
export default function LogoSearch() {
  const [state, setState] = useState<ProposalState>("proposed");
  const run = useQuery(logoSearchQuery()).data;
  const list = useInfiniteQuery(proposalsQuery(state));
  const { decide, deciding } = useProposals();
  const mayChange = useMay().change("catalog");
  const proposals = list.data?.pages.flatMap((page) => page.proposals) ?? [];
  const hasRun = run !== undefined && run.proposed + run.none + run.dismissed + run.pending > 0;
  const more = state === "proposed" && run ? run.proposed - proposals.length : 0;
  const isStale = state === "proposed" && more > 0 && !list.hasNextPage && run?.status === "running";
  return (
    <>
      <ScreenHead title="Logos">
        We look for missing logos on each tool's website. You approve what is found.
      </ScreenHead>
      <div className="mt-5">
        <SearchPanel />
      </div>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3" hidden={!hasRun}>
        <FilterTabs label="Tools without a logo" tabs={tabs} chosen={state} counts={run} choose={setState} />
        {mayChange && state === "proposed" && run && run.proposed > 0 ? (
          <Button tone="brass" disabled={deciding !== undefined} onClick={() => decide({ kind: "accept" })}>
            {deciding?.kind === "accept" && !deciding.ids ? "Accepting..." : `Accept all ${formatCount(run.proposed)}`}
          </Button>
        ) : null}
      </div>
      <Loaded query={list} failure="Couldn't load the logos" loading={<LoadingRows what="logos" />}>
        {() =>
          proposals.length > 0 ? (
            <ul
              className="mt-5 grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
              aria-label={tabs.find(({ value }) => value === state)?.label}
            >
              {proposals.map((proposal) => (
                <ProposalCard
                  key={proposal.product}
                  proposal={proposal}
                  isBusy={deciding !== undefined}
                  mayChange={mayChange}
                  decide={decide}
                />
              ))}
            </ul>
          ) : (
            <StatePanel title={empty[state][0]} text={empty[state][1]} />
          )
        }
      </Loaded>
      {isStale ? (
        <Button className="mt-5" disabled={list.isFetching} onClick={() => void list.refetch()}>
          Show {formatCount(more)} more
        </Button>
      ) : null}
      <MoreButton list={list} what="logos" />
    </>
  );
}

interface ProposalCardProps {
  proposal: LogoProposal;
  isBusy: boolean;
  mayChange: boolean;
  decide: (decision: Decision) => void;
}

const source = "block truncate text-[0.8125rem] text-dim";

/** What was found for a tool: its logo with where it is from, or why there is none. */
function ProposalCard({ proposal, isBusy, mayChange, decide }: ProposalCardProps) {
  const { product, name, website, state, image, logoColor, source: from, reason } = proposal;
  const ids = [product];
  return (
    <li className={`${panel} grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 gap-y-3 p-4`}>
      <ProductLogo product={{ name, logo: image, logoColor }} size="card" />
      <div className="min-w-0">
        <h2 className="truncate text-[0.9375rem] font-semibold" title={name}>
          {name}
        </h2>
        <a
          href={website}
          target="_blank"
          rel="noopener noreferrer"
          className="block truncate text-[0.8125rem] text-muted underline decoration-line underline-offset-4 hover:text-text"
        >
          {withoutScheme(website)}
        </a>
        {state === "none" ? (
          <p className="mt-1 text-[0.8125rem] text-dim">{reason}</p>
        ) : (
          <span className={source} title={from}>
            {withoutScheme(from)}
          </span>
        )}
      </div>
      {state === "none" || !mayChange ? null : (
        <div className="col-span-full flex gap-2 *:flex-1">
          {state === "proposed" ? (
            <>
              <Button
                size="small"
                aria-label={`Accept the logo of ${name}`}
                disabled={isBusy}
                onClick={() => decide({ kind: "accept", ids })}
              >
                Accept
              </Button>
              <Button
                size="small"
                tone="bare"
                aria-label={`Dismiss the logo of ${name}`}
                disabled={isBusy}
                onClick={() => decide({ kind: "dismiss", ids })}
              >
                Dismiss
              </Button>
            </>
          ) : (
            <Button
              size="small"
              aria-label={`Restore the logo of ${name}`}
              disabled={isBusy}
              onClick={() => decide({ kind: "restore", ids })}
            >
              Restore
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

const withoutScheme = (address: string) => address.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "");

/** A decision about proposed logos. */
type Decision =
  | { kind: "accept"; ids?: number[] }
  | { kind: "dismiss" | "restore"; ids: number[] }
  | { kind: "undo"; version: number };

interface Done {
  /** The number of tools that the decision changed. */
  count: number;
  /** The version with which it is undone. */
  version?: number;
}

/** Decides about proposed logos, one decision after the other. What is accepted or dismissed can be undone. */
function useProposals() {
  const queries = useQueryClient();
  const { mutate, isPending, variables } = useMutation<Done, Error, Decision>({
    mutationFn: send,
    scope: { id: "products" },
    onSuccess: ({ count, version }, decision): void => {
      toast(wordsOf(decision, count, version, mutate));
    },
    onError: failed("Couldn't save your decision"),
    onSettled: () => queries.invalidateQueries({ predicate: isOfLogos }),
  });
  return { decide: mutate, deciding: isPending ? variables : undefined };
}

async function send(decision: Decision): Promise<Done> {
  switch (decision.kind) {
    case "accept": {
      const { changed, version } = await acceptLogos(decision.ids ? { ids: decision.ids } : { all: true });
      return { count: changed, version };
    }
    case "undo":
      return { count: (await undoChange(decision.version)).restored };
    default:
      await dismissLogos(decision.ids, decision.kind === "dismiss");
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
        return { title: "Nothing to accept", description: "These tools already have a logo." };
      return {
        title: count === 1 ? "Logo accepted" : `${countOf(count, "logo")} accepted`,
        action: { label: "Undo", press: () => go({ kind: "undo", version }) },
      };
    case "undo":
      return { title: "Undone", description: `${countOf(count, "tool")} restored` };
    case "dismiss":
      return {
        title: "Logo dismissed",
        action: { label: "Undo", press: () => go({ kind: "restore", ids: decision.ids }) },
      };
    case "restore":
      return { title: "Proposal restored" };
  }
}
