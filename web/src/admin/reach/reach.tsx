import { IconChevronRight } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useSearch } from "wouter/use-browser-location";
import { parts } from "../../admin-features";
import type { Reach, ReachFinding, ReachPage } from "../../api/schema.gen";
import { Loaded, Loading, MoreButton, StatePanel } from "../../kit/admin/list";
import { useMay } from "../../kit/admin/may";
import { AdminLink, ScreenHead } from "../../kit/admin/screen";
import { disclosure, jumpTarget, panel } from "../../kit/admin/styles";
import { countOf, formatCount } from "../../kit/count";
import { Skeleton } from "../../kit/skeleton";
import { ProductDialog } from "../product-dialog/product-dialog";
import { reachPagesQuery, reachQuery } from "./api";

/** Which pages search engines may index, why others not, and how they are reached. The shown list is in the URL. */
export default function ReachScreen() {
  const reach = useQuery(reachQuery());
  const finding = new URLSearchParams(useSearch()).get("list");
  const queries = useQueryClient();
  const [edited, setEdited] = useState<ReachPage>();
  const shown = reach.data?.findings.find(({ id }) => id === finding);
  const close = () => setEdited(undefined);
  const refresh = () => void queries.invalidateQueries({ queryKey: reachQuery().queryKey.slice(0, 1) });
  return (
    <>
      <ScreenHead title="SEO">
        See which pages search engines can index, why others are left out, and how deep they are.
      </ScreenHead>
      <Loaded
        query={reach}
        failure="Couldn't load the report"
        loading={<Loading what="Loading..." skeleton="h-64 rounded-xl" className="mt-6" />}
      >
        {(data) => <Report reach={data} shown={shown?.id} />}
      </Loaded>
      {shown && shown.pages > 0 ? <FindingPages key={shown.id} finding={shown} edit={setEdited} /> : null}
      <ProductDialog product={edited} open={edited?.kind === "tool"} onClose={close} onSaved={refresh} />
      {edited?.kind === "alternatives" && parts.alternatives ? (
        <parts.alternatives.Dialog
          product={edited}
          onClose={() => {
            close();
            refresh();
          }}
        />
      ) : null}
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
      <Panel title="Steps from the home page">
        <Bars rows={reach.depths.map((pages, depth) => ({ label: `${depth}`, value: pages }))} />
        <p className="mt-4 text-sm text-muted">
          Links to a tool from other indexable pages: at least {formatCount(inbound.least)}, median{" "}
          {formatCount(inbound.median)}, 99th percentile {formatCount(inbound.p99)},{" "}
          <span className="whitespace-nowrap">at most {formatCount(inbound.most)}.</span>
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

/** Findings with their numbers, each a link to its pages; those without are folded. */
function Findings({ title, findings, shown }: FindingsProps) {
  const passed = findings.filter(({ pages }) => pages === 0);
  return (
    <Panel title={title}>
      <ul className="-mx-2">
        {findings
          .filter(({ pages }) => pages > 0)
          .map((finding) => (
            <li key={finding.id}>
              <AdminLink
                href={`/admin/reach?list=${finding.id}`}
                aria-current={finding.id === shown ? "true" : undefined}
                className={`${row} hover:bg-raised-2 aria-[current]:bg-raised-2`}
              >
                <Words finding={finding} />
                <span className="flex-none tabular-nums">{formatCount(finding.pages)}</span>
                <IconChevronRight size={16} aria-hidden="true" className="flex-none text-dim" />
              </AdminLink>
            </li>
          ))}
      </ul>
      {passed.length > 0 ? (
        <details className="group">
          <summary className={`${disclosure} flex min-h-11 items-center gap-2 text-sm text-muted`}>
            {countOf(passed.length, "check passes", "checks pass")}
          </summary>
          <ul className="-mx-2">
            {passed.map((finding) => (
              <li key={finding.id} className={row}>
                <Words finding={finding} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Panel>
  );
}

const row = "flex min-h-11 items-center gap-3 rounded-lg px-2 py-2";

function Words({ finding: { name, reason } }: { finding: ReachFinding }) {
  return (
    <span className="mr-auto min-w-0">
      <span className="block text-[0.9375rem]">{name}</span>
      {reason ? <span className="block text-pretty text-[0.8125rem] text-muted">{reason}</span> : null}
    </span>
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

interface FindingPagesProps {
  finding: ReachFinding;
  /** Opens the dialog of a tool. */
  edit: (page: ReachPage) => void;
}

const item = "flex w-full min-h-11 items-center rounded-lg px-2 py-2 text-left text-sm wrap-anywhere hover:bg-raised-2";

/** The pages of a finding. A tool and its alternatives open in their dialogs, a category or a collection in their lists, another page for itself. */
function FindingPages({ finding, edit }: FindingPagesProps) {
  const list = useInfiniteQuery(reachPagesQuery(finding.id));
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="finding-pages"
      className={`${panel} ${jumpTarget} mt-5 min-w-0 px-4 py-5 sm:p-6`}
    >
      <h2 id="finding-pages" className="font-display text-2xl">
        {finding.name} <span className="text-muted tabular-nums">({formatCount(finding.pages)})</span>
      </h2>
      <p className="mt-1 mb-3 text-sm text-muted">{finding.reason}</p>
      <Loaded query={list} failure="Couldn't load the list" loading={<Skeleton className="h-48 rounded-lg" />}>
        {(data) => (
          <ul className="-mx-2 grid sm:grid-cols-2 lg:grid-cols-3">
            {data.pages
              .flatMap(({ pages }) => pages)
              .map((page) => (
                <li key={`${page.kind} ${page.slug}`} className="min-w-0">
                  <FoundPage page={page} edit={edit} />
                  {page.note ? (
                    <p className="px-2 pb-2 text-[0.8125rem] text-muted wrap-anywhere">{page.note}</p>
                  ) : null}
                </li>
              ))}
          </ul>
        )}
      </Loaded>
      <MoreButton list={list} what="pages" />
    </section>
  );
}

function FoundPage({ page, edit }: { page: ReachPage; edit: (page: ReachPage) => void }) {
  const mayChange = useMay().change("catalog");
  if (!mayChange && (page.kind === "tool" || page.kind === "alternatives"))
    return (
      <a href={`/${page.kind === "tool" ? "products" : page.kind}/${page.slug}`} className={item}>
        {page.kind === "tool" ? page.name : `Alternatives to ${page.name}`}
      </a>
    );
  switch (page.kind) {
    case "tool":
      return (
        <button type="button" className={item} aria-label={`Edit ${page.name}`} onClick={() => edit(page)}>
          {page.name}
        </button>
      );
    case "alternatives":
      return (
        <button type="button" className={item} onClick={() => edit(page)}>
          Alternatives to {page.name}
        </button>
      );
    case "category":
    case "collection":
      return (
        <AdminLink href={page.kind === "category" ? "/admin/categories" : "/admin/collections"} className={item}>
          {page.name}
        </AdminLink>
      );
    default:
      return (
        <a href={`/${page.kind}/${page.slug}`} className={item}>
          {page.name}
        </a>
      );
  }
}
