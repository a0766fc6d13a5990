import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { useSearch } from "wouter/use-browser-location";
import { type Reach, type ReachFinding, type ReachPage, reachQuery } from "../../api/reach";
import { AdminLink } from "../../kit/admin/link";
import { ScreenHead } from "../../kit/admin/screen-head";
import { Loaded, StatePanel } from "../../kit/admin/state-panel";
import { panel } from "../../kit/admin/styles";
import { formatCount } from "../../kit/count";
import { Skeleton } from "../../kit/skeleton";
import { ProductDialog } from "../product-dialog/product-dialog";
import { FindingPages } from "./finding-pages";

/** Which pages search engines may index, why others not, and how they are reached. The shown list is in the URL. */
export default function ReachScreen() {
  const reach = useQuery(reachQuery());
  const finding = new URLSearchParams(useSearch()).get("list");
  const queries = useQueryClient();
  const [edited, setEdited] = useState<ReachPage>();
  const shown = reach.data?.findings.find(({ id }) => id === finding);
  return (
    <>
      <ScreenHead title="Reach">
        Which pages search engines may index, what keeps the others out, and how many clicks from home they are.
      </ScreenHead>
      <Loaded query={reach} failure="Couldn't load the report" loading={<Loading />}>
        {(data) => <Report reach={data} shown={shown?.id} />}
      </Loaded>
      {shown && shown.pages > 0 ? <FindingPages key={shown.id} finding={shown} edit={setEdited} /> : null}
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

interface Row {
  label: string;
  value: number;
  /** The number that the value is a part of; without it, the bars are parts of the largest value. */
  of?: number;
}

/** Numbers with a bar each. */
function Bars({ rows }: { rows: Row[] }) {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-2.5 text-sm tabular-nums">
      {rows.map(({ label, value, of }) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd aria-hidden="true" className="h-2 overflow-clip rounded-full bg-hairline">
            <span className="block h-full rounded-full bg-text" style={{ width: `${(100 * value) / (of || most)}%` }} />
          </dd>
          <dd className="text-right">
            {formatCount(value)}
            {of === undefined ? "" : <span className="text-muted"> of {formatCount(of)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface FindingsProps {
  title: string;
  findings: ReachFinding[];
  /** The id of the finding whose pages are shown below. */
  shown: string | undefined;
}

/** Findings with their numbers; one that has pages is a link to their list. */
function Findings({ title, findings, shown }: FindingsProps) {
  return (
    <Panel title={title}>
      <ul className="-mx-2">
        {findings.map((finding) => (
          <li key={finding.id}>
            {finding.pages > 0 ? (
              <AdminLink
                href={`/admin/reach?list=${finding.id}`}
                aria-current={finding.id === shown ? "true" : undefined}
                className={`${row} hover:bg-raised-2 aria-[current]:bg-raised-2`}
              >
                <Words finding={finding} />
              </AdminLink>
            ) : (
              <div className={row}>
                <Words finding={finding} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const row = "flex min-h-11 items-baseline justify-between gap-4 rounded-lg px-2 py-2";

function Words({ finding: { name, reason, pages } }: { finding: ReachFinding }) {
  return (
    <>
      <span className="min-w-0">
        <span className="block text-[0.9375rem]">{name}</span>
        <span className="block text-pretty text-[0.8125rem] text-muted">{reason}</span>
      </span>
      <span className={`flex-none tabular-nums ${pages > 0 ? "" : "text-muted"}`}>{formatCount(pages)}</span>
    </>
  );
}

/** A part of the report, under its title. */
function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`${panel} min-w-0 px-4 py-5 sm:p-6`}>
      <h2 id={id} className="mb-3 font-display text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
