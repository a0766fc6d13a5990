import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearch } from "wouter/use-browser-location";
import { type Reach, type ReachPage, reachQuery } from "../../api/reach";
import { ScreenHead } from "../../kit/admin/screen-head";
import { FailedPanel, StatePanel } from "../../kit/admin/state-panel";
import { formatCount } from "../../kit/count";
import { Skeleton } from "../../kit/skeleton";
import { ProductDialog } from "../product-dialog/product-dialog";
import { Bars } from "./bars";
import { FindingPages } from "./finding-pages";
import { Findings } from "./findings";
import { Panel } from "./panel";

/** Which pages search engines may index, why others not, and how they are reached. The shown list is in the URL. */
export default function ReachScreen() {
  const { data, error, isFetching, refetch } = useQuery(reachQuery());
  const finding = new URLSearchParams(useSearch()).get("list");
  const queries = useQueryClient();
  const [edited, setEdited] = useState<ReachPage>();
  const shown = data?.findings.find(({ id }) => id === finding);
  return (
    <>
      <ScreenHead title="Reach">
        Which pages search engines may index, what keeps the others out, and how many clicks from home they are.
      </ScreenHead>
      {data ? <Report reach={data} shown={shown?.id} /> : null}
      {shown && shown.pages > 0 ? <FindingPages key={shown.id} finding={shown} edit={setEdited} /> : null}
      {error && !data && !isFetching ? (
        <FailedPanel what="Couldn't load the report" error={error} retry={() => void refetch()} />
      ) : null}
      {data || (error && !isFetching) ? null : <Loading />}
      <ProductDialog
        product={edited}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        onSaved={() => void queries.invalidateQueries({ queryKey: reachQuery().queryKey.slice(0, 1) })}
      />
    </>
  );
}

function Report({ reach, shown }: { reach: Reach; shown: string | undefined }) {
  const tools = reach.kinds.find(({ kind }) => kind === "tool");
  if (!tools)
    return <StatePanel title="No tools yet" text="Once there are tools, this is how search engines find them." />;
  const { inbound } = reach;
  return (
    <div className="mt-6 grid gap-5 lg:grid-cols-2">
      <Panel title="Indexable pages">
        <Bars
          rows={reach.kinds.map(({ kind, pages, indexable }) => ({
            label: kindNames[kind],
            value: indexable,
            of: pages,
          }))}
        />
      </Panel>
      <Panel title="Clicks from the home page">
        <Bars rows={reach.depths.map((pages, depth) => ({ label: `${depth}`, value: pages }))} />
        <p className="mt-4 text-sm text-muted">
          Links to a tool from other indexable pages: at least {formatCount(inbound.least)}, median{" "}
          {formatCount(inbound.median)}, 99th percentile {formatCount(inbound.p99)}, at most {formatCount(inbound.most)}
          .
        </p>
      </Panel>
      <Findings
        title="Why pages aren't indexable"
        findings={reach.findings.filter(({ blocks }) => blocks)}
        shown={shown}
      />
      <Findings title="Also worth a look" findings={reach.findings.filter(({ blocks }) => !blocks)} shown={shown} />
    </div>
  );
}

const kindNames = {
  home: "Home",
  categories: "All categories",
  list: "All tools",
  category: "Categories",
  collections: "All collections",
  collection: "Collections",
  tag: "Tags",
  tool: "Tools",
  alternatives: "Alternatives",
};

function Loading() {
  return (
    <div role="status" className="mt-6 grid gap-5 lg:grid-cols-2">
      <span className="sr-only">Loading...</span>
      {["indexable", "clicks", "rules", "more"].map((name) => (
        <Skeleton key={name} className="h-64 rounded-xl" />
      ))}
    </div>
  );
}
