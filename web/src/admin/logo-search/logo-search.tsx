import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { logoSearchQuery, type ProposalState, proposalsQuery } from "../../api/logo-settings";
import { FilterTabs } from "../../kit/admin/filter-tabs";
import { MoreButton } from "../../kit/admin/more-button";
import { ScreenHead } from "../../kit/admin/screen-head";
import { Loaded, StatePanel } from "../../kit/admin/state-panel";
import { Button } from "../../kit/button";
import { formatCount } from "../../kit/count";
import { Skeleton } from "../../kit/skeleton";
import { ProposalCard } from "./proposal-card";
import { SearchPanel } from "./search-panel";
import { useProposals } from "./use-proposals";

const tabs: { value: ProposalState; label: string }[] = [
  { value: "proposed", label: "Found" },
  { value: "none", label: "Not found" },
  { value: "dismissed", label: "Dismissed" },
];

const empty: Record<ProposalState, [title: string, text: string]> = {
  proposed: ["No logos to review", "Logos found on the websites of tools appear here."],
  none: ["No failures", "Tools whose website has no usable icon are listed here, with the reason."],
  dismissed: ["Nothing dismissed", "Logos that you dismiss are listed here and aren't proposed again."],
};

const grid = "mt-5 grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4";

/** The search for logos, and what it found, to be accepted or dismissed. */
export default function LogoSearch() {
  const [state, setState] = useState<ProposalState>("proposed");
  const run = useQuery(logoSearchQuery()).data;
  const list = useInfiniteQuery(proposalsQuery(state));
  const { decide, deciding } = useProposals();
  const proposals = list.data?.pages.flatMap((page) => page.proposals) ?? [];
  const more = state === "proposed" && run ? run.proposed - proposals.length : 0;
  const isStale = state === "proposed" && more > 0 && !list.hasNextPage && run?.status === "running";
  return (
    <>
      <ScreenHead title="Logos">
        Logos found on the websites of tools that have none. Nothing changes until you accept them.
      </ScreenHead>
      <div className="mt-5">
        <SearchPanel />
      </div>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3">
        <FilterTabs label="Tools without a logo" tabs={tabs} chosen={state} counts={run} choose={setState} />
        {state === "proposed" && run && run.proposed > 0 ? (
          <Button tone="brass" disabled={deciding !== undefined} onClick={() => decide({ kind: "accept" })}>
            {deciding?.kind === "accept" && !deciding.ids ? "Accepting..." : `Accept all ${formatCount(run.proposed)}`}
          </Button>
        ) : null}
      </div>
      <Loaded query={list} failure="Couldn't load the logos" loading={<Loading />}>
        {() =>
          proposals.length > 0 ? (
            <ul className={grid} aria-label={tabs.find(({ value }) => value === state)?.label}>
              {proposals.map((proposal) => (
                <ProposalCard
                  key={proposal.product}
                  proposal={proposal}
                  isBusy={deciding !== undefined}
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

function Loading() {
  return (
    <div role="status" className={grid}>
      <span className="sr-only">Loading logos</span>
      {[1, 2, 3, 4].map((index) => (
        <Skeleton key={index} className="h-36 rounded-xl" />
      ))}
    </div>
  );
}
