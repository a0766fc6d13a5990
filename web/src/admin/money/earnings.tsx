import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { AffiliateLink, AffiliateReport, AffiliateReportRow, Amount } from "../../api/schema.gen";
import { Card, NothingYet } from "../../kit/admin/card";
import { dayOf } from "../../kit/admin/days";
import { Select } from "../../kit/admin/editor";
import { Loaded, Loading, StatePanel } from "../../kit/admin/list";
import { AdminLink } from "../../kit/admin/screen";
import { panel, panelRows } from "../../kit/admin/styles";
import { useTools } from "../../kit/admin/use-tools";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { csvOf, downloadCsv } from "../../kit/download-file";
import { type By, importsQuery, money, reportQuery, sorted } from "./api";
import { ImportDialog } from "./import-dialog";
import { LinkDialog, Mark, newLink } from "./links";
import { moneyScreen } from "./screen";

const spans = [
  ["30", "30 days"],
  ["90", "90 days"],
  ["400", "13 months"],
] as const;

const kinds = [
  ["tool", "By tool"],
  ["network", "By network"],
  ["programme", "By program"],
  ["placement", "By place"],
  ["month", "By month"],
] as const;

const heads: Record<By, string> = {
  tool: "Tool",
  network: "Network",
  programme: "Program",
  placement: "Place",
  month: "Month",
};

/** What the places of the site are called. */
const places: Record<string, string> = {
  home: "Home page",
  list: "Lists",
  search: "Search",
  tool: "Tool page",
  alternatives: "Alternatives",
  comparison: "Comparisons",
  collection: "Collections",
  feed: "Feeds",
  mcp: "Assistants (MCP)",
  api: "API",
  other: "Elsewhere",
};

/** What a row of a report is about. */
export function nameOf({ key, name }: Pick<AffiliateReportRow, "key" | "name">, by: By): string {
  if (by === "placement" && key.startsWith("issue-")) return `Newsletter issue ${key.slice("issue-".length)}`;
  if (by === "placement") return places[key] ?? "Not known";
  return name || (key === "" ? "Not known" : "No longer listed");
}

/** Amounts below each other. */
const Sums = ({ of }: { of: Amount[] }) =>
  of.length === 0
    ? "–"
    : sorted(of).map((amount) => (
        <span key={amount.currency} className="block">
          {money(amount)}
        </span>
      ));

/** Clicks and earnings, what to do about them, and the reports that they come from. */
export function Earnings() {
  const [by, setBy] = useState<By>("tool");
  const [days, setDays] = useState("30");
  const [isImporting, setImporting] = useState(false);
  const report = useQuery(reportQuery(by, Number(days)));
  return (
    <>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Select aria-label="Time" className="w-auto" value={days} options={spans} change={setDays} />
        <Select aria-label="Group" className="w-auto" value={by} options={kinds} change={(by) => setBy(by as By)} />
        <Button
          className="sm:ml-auto"
          disabled={!report.data?.rows.length}
          onClick={() => report.data && download(report.data.rows, by)}
        >
          Download CSV
        </Button>
        <Button tone="brass" onClick={() => setImporting(true)}>
          Import earnings
        </Button>
      </div>
      <Loaded
        query={report}
        failure="Couldn't load the earnings"
        loading={<Loading what="Loading the earnings" skeleton="h-96 rounded-xl" className="mt-5" />}
      >
        {(report) => <InFull report={report} by={by} />}
      </Loaded>
      <Imports />
      {isImporting ? <ImportDialog onClose={() => setImporting(false)} /> : null}
    </>
  );
}

function InFull({ report: { total, rows, idle, linkless }, by }: { report: AffiliateReport; by: By }) {
  const [added, setAdded] = useState<{ id: number; name: string }>();
  return (
    <>
      <dl className={`${panel} mt-5 divide-y divide-hairline sm:grid sm:grid-cols-3 sm:divide-x sm:divide-y-0`}>
        <Figure label="Earnings" value={<Sums of={total.earnings} />} />
        <Figure
          label="Clicks to affiliate links"
          value={formatCount(total.clicks)}
          more={`${formatCount(total.uniqueClicks)} unique`}
        />
        <Figure label="Earned per 100 clicks" value={<Sums of={total.perHundred} />} />
      </dl>
      {rows.length === 0 ? (
        <StatePanel
          title="No clicks or earnings yet"
          text="Add an affiliate link to a tool, or import what a network reports."
        >
          <AdminLink href={`${moneyScreen.path}?tab=links`} className="underline underline-offset-4">
            Affiliate links
          </AdminLink>
        </StatePanel>
      ) : (
        <Rows rows={rows} by={by} />
      )}
      <div className="mt-5 grid items-start gap-5 min-[64rem]:grid-cols-2">
        <Card title="Worth a program">
          <p className="mb-3 text-[0.8125rem] text-muted">Tools with the most clicks and no affiliate link.</p>
          {linkless.length === 0 ? (
            <NothingYet>No tool without a link was clicked.</NothingYet>
          ) : (
            <ul className="divide-y divide-hairline">
              {linkless.map(({ id, name, clicks }) => (
                <li key={id} className="flex min-h-14 items-center gap-3 text-[0.9375rem]">
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                  <span className="text-[0.8125rem] text-muted tabular-nums">{countOf(clicks, "click")}</span>
                  <Button
                    size="small"
                    aria-label={`Add an affiliate link to ${name}`}
                    onClick={() => setAdded({ id, name })}
                  >
                    Add link
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Card title="Earned nothing">
          <p className="mb-3 text-[0.8125rem] text-muted">Links older than 90 days without earnings in 90 days.</p>
          {idle.length === 0 ? (
            <NothingYet>No link older than 90 days is without earnings.</NothingYet>
          ) : (
            <LinkNames links={idle} />
          )}
        </Card>
      </div>
      {added ? <LinkDialog link={newLink(added.id)} tool={added.name} onClose={() => setAdded(undefined)} /> : null}
    </>
  );
}

function Figure({ label, value, more }: { label: string; value: ReactNode; more?: string }) {
  return (
    <div className="px-4 py-2.5 max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4 sm:px-5 sm:py-4">
      <dt className="text-[0.8125rem] text-muted">{label}</dt>
      <dd className="font-display text-2xl tabular-nums wrap-anywhere max-sm:text-right sm:mt-1 sm:text-3xl">
        {value} {more ? <span className="font-sans text-[0.8125rem] text-muted">{more}</span> : null}
      </dd>
    </div>
  );
}

function Rows({ rows, by }: { rows: AffiliateReportRow[]; by: By }) {
  const small = "max-sm:hidden";
  return (
    <div className={`${panel} mt-5 overflow-x-auto px-4 py-3 sm:px-5`}>
      <table className="number-table text-[0.875rem]">
        <caption className="sr-only">Clicks and earnings, {kinds.find(([kind]) => kind === by)?.[1]}</caption>
        <thead>
          <tr>
            <th scope="col">{heads[by]}</th>
            {by === "tool" ? (
              <th scope="col" className={small}>
                In Traffic
              </th>
            ) : null}
            <th scope="col" className={small}>
              Unique clicks
            </th>
            <th scope="col">Clicks</th>
            <th scope="col">Earnings</th>
            <th scope="col" className={small}>
              Per 100 clicks
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-hairline border-t align-top *:py-2">
              <th scope="row" className="max-w-64 truncate">
                {row.slug ? (
                  <a
                    href={`/products/${row.slug}`}
                    className="hover:underline"
                    target="_blank"
                    rel="noopener noreferrer"
                  >
                    {nameOf(row, by)}
                  </a>
                ) : (
                  nameOf(row, by)
                )}
              </th>
              {by === "tool" ? <td className={small}>{formatCount(row.visits)}</td> : null}
              <td className={small}>{formatCount(row.uniqueClicks)}</td>
              <td>{formatCount(row.clicks)}</td>
              <td>
                <Sums of={row.earnings} />
              </td>
              <td className={small}>
                <Sums of={row.perHundred} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-[0.8125rem] text-dim">
        Clicks: every press of an affiliate link, as networks count.{" "}
        {by === "tool" ? "Unique clicks and In Traffic" : "Unique clicks"}: one per visitor and hour.
      </p>
    </div>
  );
}

/** The rows as CSV: one for each currency. */
export function reportAsCsv(rows: AffiliateReportRow[], by: By): string {
  const lines = rows.flatMap((row) => {
    const amounts = row.earnings.length > 0 ? row.earnings : [{ currency: "", amount: 0 }];
    return amounts.map(({ currency, amount }) => {
      return [nameOf(row, by), row.visits, row.uniqueClicks, row.clicks, amount, currency];
    });
  });
  return csvOf([[heads[by], "In Traffic", "Unique clicks", "Clicks", "Earnings", "Currency"], ...lines]);
}

const download = (rows: AffiliateReportRow[], by: By) =>
  downloadCsv(`earnings-by-${by === "programme" ? "program" : by}.csv`, reportAsCsv(rows, by));

/** The reports that were imported. */
function Imports() {
  const { data: list = [] } = useQuery(importsQuery());
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="imports" className="mt-8">
      <h2 id="imports" className="font-display text-2xl">
        Imported reports
      </h2>
      <p className="mt-1 text-[0.8125rem] text-muted">
        An import can be undone in{" "}
        <AdminLink href="/admin/history?object=affiliate_imports" className="underline underline-offset-4">
          History
        </AdminLink>
        .
      </p>
      <ul className={`${panelRows} mt-3`} aria-labelledby="imports">
        {list.map(({ id, network, file, rows, createdAt }) => (
          <li key={id} className="flex min-h-12 flex-wrap items-center gap-x-3 px-4 py-2 text-[0.875rem]">
            <span className="min-w-0 flex-1 basis-40 truncate">
              {network} <span className="text-muted">{file}</span>
            </span>
            <span className="text-[0.8125rem] text-muted tabular-nums">
              {countOf(rows, "earning")} · {dayOf(createdAt)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Links, which can be changed. */
function LinkNames({ links }: { links: AffiliateLink[] }) {
  const { tools } = useTools(links.map(({ productId }) => productId));
  const nameOfTool = (id: number) => tools.get(id)?.name;
  const [edited, setEdited] = useState<AffiliateLink>();
  return (
    <>
      <ul className="divide-y divide-hairline">
        {links.map((link) => (
          <li key={link.id} className="flex min-h-14 items-center gap-3 text-[0.9375rem]">
            <Mark product={tools.get(link.productId)} />
            <span className="min-w-0 flex-1 truncate">{nameOfTool(link.productId)}</span>
            <span className="text-[0.8125rem] text-muted">{link.network}</span>
            <Button
              size="small"
              aria-label={`Edit the link of ${nameOfTool(link.productId)}`}
              onClick={() => setEdited(link)}
            >
              Edit
            </Button>
          </li>
        ))}
      </ul>
      {edited ? (
        <LinkDialog link={edited} tool={nameOfTool(edited.productId)} onClose={() => setEdited(undefined)} />
      ) : null}
    </>
  );
}
