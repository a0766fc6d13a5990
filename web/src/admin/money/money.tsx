import { IconFileText } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useMemo, useRef, useState } from "react";
import { useSearch } from "wouter/use-browser-location";
import { type AdminProduct, adminProductsQuery } from "../../api/admin-products";
import { hasStatus, sentenceOf } from "../../api/fault";
import type {
  AffiliateLink,
  AffiliateReport,
  AffiliateReportRow,
  Amount,
  EarningsColumns,
  EarningsRead,
} from "../../api/schema.gen";
import { go } from "../../history";
import { Card, NothingYet } from "../../kit/admin/card";
import { dayOf } from "../../kit/admin/days";
import { FormActions, Select, SelectField, TextField, useEditor } from "../../kit/admin/editor";
import { FileChooser } from "../../kit/admin/file-chooser";
import { Loaded, Loading, LoadingRows, SearchBox, StatePanel } from "../../kit/admin/list";
import { useCall } from "../../kit/admin/question";
import { RowMenu, rowMenuItem } from "../../kit/admin/row-menu";
import { AdminLink, panelOf, ScreenHead, TabBar, tabAt } from "../../kit/admin/screen";
import { Check, SelectAll, useSelection } from "../../kit/admin/selection";
import { disclosure, panel, panelRows } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { downloadFile } from "../../kit/download-file";
import { FieldNote } from "../../kit/field";
import { fold } from "../../kit/fold";
import type { FieldErrors } from "../../kit/form-rules";
import { Modal } from "../../kit/modal";
import { toast, toastError } from "../../kit/toast";
import { ProductLogo } from "../../kit/tools/product-logo";
import {
  type By,
  changeLinks,
  type EarningsFile,
  importEarnings,
  importsQuery,
  linksQuery,
  moneyChanged,
  reportQuery,
} from "./api";
import { DeleteLinks, hostOf, LinkDialog, newLink, StateOf, statesOf } from "./links";
import { moneyScreen, moneyTabs } from "./screen";

/** What affiliate links earn, and all of them. */
export default function Money() {
  const shown = tabAt(useSearch(), moneyTabs)?.id ?? "earnings";
  return (
    <>
      <ScreenHead title="Money">What your affiliate links earn. No link changes what is listed where.</ScreenHead>
      <TabBar
        label="Money"
        tabs={moneyTabs}
        shown={shown}
        open={(id) => go(id === "earnings" ? moneyScreen.path : `${moneyScreen.path}?tab=${id}`)}
      />
      <div {...panelOf(shown)} className="mt-5 focus:outline-none">
        {shown === "links" ? <Links /> : <Earnings />}
      </div>
    </>
  );
}

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

/** An amount in its currency, as "$1,234.50". */
export function money({ currency, amount }: Amount): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount);
}

/** Amounts in words, the largest first. */
const sums = (amounts: Amount[]) => (amounts.length === 0 ? "–" : sorted(amounts).map(money).join(" + "));

const sorted = (amounts: Amount[]) => [...amounts].sort((a, b) => b.amount - a.amount);

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
function Earnings() {
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
          {idle.length === 0 ? <NothingYet>Every older link has earned.</NothingYet> : <LinkNames links={idle} />}
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
        Clicks are those on affiliate links, each of them, as networks count.{" "}
        {by === "tool" ? "Traffic counts all clicks to the website, and like unique clicks" : "Unique clicks count"} a
        visitor once an hour.
      </p>
    </div>
  );
}

/** A cell of a CSV file. Spreadsheets don't take it for a formula. */
const cell = (text: string) => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;

/** The rows as a CSV file: a line for each currency. */
export function csvOf(rows: AffiliateReportRow[], by: By): string {
  const lines = rows.flatMap((row) => {
    const amounts = row.earnings.length > 0 ? row.earnings : [{ currency: "", amount: 0 }];
    return amounts.map(({ currency, amount }) =>
      [cell(nameOf(row, by)), row.visits, row.clicks, row.uniqueClicks, amount, cell(currency)].join(","),
    );
  });
  return [`${heads[by]},All clicks,Affiliate clicks,Unique clicks,Earnings,Currency`, ...lines, ""].join("\r\n");
}

const download = (rows: AffiliateReportRow[], by: By) =>
  downloadFile(`earnings-by-${by === "programme" ? "program" : by}.csv`, "text/csv", csvOf(rows, by));

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

const networks = ["Impact", "PartnerStack", "CJ", "Awin", "ShareASale", "Rewardful"];

const columns: [keyof EarningsColumns, string][] = [
  ["date", "Date"],
  ["amount", "Amount"],
  ["currency", "Currency"],
  ["programme", "Program"],
  ["subId", "Sub-ID"],
  ["id", "Sale number"],
  ["status", "Status"],
];

/** Asks for a network's report, says what it would add, and imports it. */
function ImportDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const note = useId();
  const [file, setFile] = useState<File>();
  const [found, setFound] = useState<EarningsRead>();
  const { form, values, errors, text, change, isChanged, isSaving } = useEditor<EarningsForm, EarningsRead>({
    opened: { network: "", currency: "USD", columns: {}, file: "" },
    check: ({ network }) => ({
      ...(network.trim() === "" ? { network: "Please enter the network" } : {}),
      ...(file ? {} : { file: "Please choose a CSV file" }),
    }),
    save: ({ network, currency, columns }) =>
      importEarnings({ network, currency, columns, file: file as File }, !found),
    onSaved: async (answer) => {
      if (!found || answer.mistakes.length > 0) return setFound(answer);
      await moneyChanged(queries);
      toast({
        title: `${countOf(answer.added + answer.changed, "earning")} imported`,
        description: "You can undo this in History.",
      });
      onClose();
    },
    failure: (error) =>
      toastError(
        "Couldn't read the report",
        hasStatus(error, 413) ? "It is larger than 50 MB." : sentenceOf(error, "Failed to connect to server"),
      ),
  });
  const again = (part: Partial<EarningsForm>) => {
    setFound(undefined); // what was found is about other columns
    change(part);
  };
  const adds = found ? found.added + found.changed : 0;
  return (
    <Modal
      open
      firm={isChanged}
      className="max-w-xl"
      title="Import earnings"
      description="A CSV file that a network lets you download. A sale counts once, however often its report comes."
      onClose={() => isSaving || onClose()}
    >
      <form {...form} className="mt-4 grid gap-y-2">
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_8rem]">
          <TextField
            {...text("network")}
            label="Network"
            required
            list="networks"
            maxLength={80}
            change={(network) => again({ network, columns: {} })}
          />
          <TextField {...text("currency")} label="Currency" maxLength={3} change={(currency) => again({ currency })} />
        </div>
        <datalist id="networks">
          {networks.map((network) => (
            <option key={network} value={network} />
          ))}
        </datalist>
        <div className="field">
          <p className="field-head">Report</p>
          <div>
            <FileChooser
              label="Choose a CSV file"
              Icon={IconFileText}
              accept=".csv,.tsv,.txt,text/csv"
              onFiles={([chosen]) => {
                setFile(chosen);
                again({ file: chosen?.name ?? "" });
              }}
            >
              Choose file
            </FileChooser>
          </div>
          <FieldNote id={note} hint={file?.name ?? "At most 50 MB."} error={errors.file} />
        </div>
        {found ? (
          <Found found={found} columns={values.columns} change={(columns) => again({ columns })} errors={errors} />
        ) : null}
        <FormActions
          action={found && found.mistakes.length === 0 ? `Import ${countOf(adds, "earning")}` : "Check the report"}
          doing={found ? "Importing..." : "Reading..."}
          isSending={isSaving}
          disabled={found !== undefined && (adds === 0 || found.mistakes.length > 0)}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}

interface EarningsForm extends Omit<EarningsFile, "file"> {
  /** The name of the file. */
  file: string;
}

/** Numbers with what they are of, without those that are 0. */
const listed = (counts: [number, string][]) =>
  counts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${formatCount(count)} ${words}`)
    .join(", ") || "No rows";

interface FoundProps {
  found: EarningsRead;
  columns: Partial<EarningsColumns>;
  change: (columns: Partial<EarningsColumns>) => void;
  errors: FieldErrors;
}

/** What a report would add, and which columns it was read by. */
function Found({ found, columns: chosen, change, errors }: FoundProps) {
  const {
    headings,
    columns: read,
    rows,
    skipped,
    added,
    changed,
    bySubId,
    byProgramme,
    unknown,
    amounts,
    mistakes,
  } = found;
  const needsColumns = read.date === "" || read.amount === "";
  return (
    <div role="status" className="grid gap-3 text-[0.875rem]">
      {needsColumns ? <p>Choose the columns of the date and the amount, then check the report again.</p> : null}
      {needsColumns || mistakes.length > 0 ? null : (
        <p>
          {listed([
            [added, "new"],
            [changed, "changed"],
            [rows - added - changed, "known or worth nothing"],
            [skipped, "without a date or an amount"],
          ])}
          . They add {sums(amounts)}
          {added + changed > 0
            ? `: ${listed([
                [bySubId, "found by sub-ID"],
                [byProgramme, "by program and day"],
                [unknown, "for no tool"],
              ])}`
            : ""}
          .
        </p>
      )}
      {mistakes.length > 0 ? (
        <>
          <p>Nothing is imported until each line can be read. Correct these in the file, or choose other columns.</p>
          <ul className="text-danger" aria-label="Lines that can't be read">
            {mistakes.map(({ line, message }) => (
              <li key={line}>
                Line {formatCount(line)}: {message}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <details className="group" open={needsColumns}>
        <summary className={`${disclosure} inline-flex items-center gap-2 py-2 font-medium`}>Columns</summary>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {columns.map(([field, label]) => (
            <SelectField
              key={field}
              label={label}
              error={errors[`${field}Column`]}
              value={chosen[field] ?? read[field]}
              options={[["", "None"], ...headings.map((heading) => [heading, heading] as const)]}
              change={(heading) => change({ ...read, ...chosen, [field]: heading })}
            />
          ))}
        </div>
      </details>
    </div>
  );
}

/** All affiliate links, with changes of many at once. */
function Links() {
  const query = useQuery(linksQuery());
  return (
    <Loaded query={query} failure="Couldn't load the affiliate links" loading={<LoadingRows what="the links" />}>
      {(links) => <LinkList links={links} />}
    </Loaded>
  );
}

function useTools() {
  const { data: products } = useQuery(adminProductsQuery());
  return useMemo(() => new Map((products ?? []).map((product) => [product.id, product])), [products]);
}

const Mark = ({ product }: { product: AdminProduct | undefined }) =>
  product ? <ProductLogo product={product} size="small" lazy /> : null;

function LinkNames({ links }: { links: AffiliateLink[] }) {
  const tools = useTools();
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

function LinkList({ links }: { links: AffiliateLink[] }) {
  const tools = useTools();
  const nameOfTool = (id: number) => tools.get(id)?.name;
  const [search, setSearch] = useState("");
  const [edited, setEdited] = useState<Pick<AffiliateLink, "id" | "productId">>();
  const [deleted, setDeleted] = useState<AffiliateLink[]>();
  const box = useRef<HTMLInputElement>(null);
  const states = useMemo(() => statesOf(links, Date.now()), [links]);
  const shown = useMemo(() => {
    const wanted = fold(search);
    return links.filter(({ productId, network, programme, url }) =>
      fold(`${tools.get(productId)?.name ?? ""} ${network} ${programme} ${hostOf(url)}`).includes(wanted),
    );
  }, [links, tools, search]);
  const selection = useSelection(links, shown);
  const { selected } = selection;
  const setActive = useCall(
    ({ ids, active }: { ids: number[]; active: boolean }) => changeLinks({ ids, change: { active } }),
    {
      done: ({ count }) => ({ title: `${countOf(count, "link")} changed` }),
      changed: moneyChanged,
      failure: "Couldn't change the links",
    },
  );
  const ids = () => selected.map(({ id }) => id);
  const add = (
    <Button tone="brass" onClick={() => setEdited(newLink(0))}>
      Add affiliate link
    </Button>
  );
  return (
    <>
      {links.length === 0 ? (
        <StatePanel
          title="No affiliate links yet"
          text="A tool keeps its website. The link that pays you stands beside it, and Visit leads there."
        >
          {add}
        </StatePanel>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <SearchBox
              label="Search affiliate links"
              placeholder="Tool, network or program"
              className="min-w-0 flex-1 basis-64"
              value={search}
              change={setSearch}
            />
            {add}
          </div>
          <div className={`${panelRows} mt-3`}>
            <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem] max-sm:pr-3 max-sm:pb-2 sm:pr-4">
              <SelectAll box={box} selection={selection} count={shown.length} noun="link" />
              <span role="status" className="mr-auto text-muted tabular-nums">
                {selected.length > 0 ? `${formatCount(selected.length)} selected` : countOf(shown.length, "link")}
              </span>
              {selected.length > 0 ? (
                <div className="flex gap-2 max-sm:basis-full max-sm:pl-3 max-sm:*:flex-1">
                  <Button
                    size="small"
                    disabled={setActive.isPending}
                    onClick={() => setActive.mutate({ ids: ids(), active: true })}
                  >
                    Turn on
                  </Button>
                  <Button
                    size="small"
                    disabled={setActive.isPending}
                    onClick={() => setActive.mutate({ ids: ids(), active: false })}
                  >
                    Turn off
                  </Button>
                  <Button size="small" tone="danger" onClick={() => setDeleted(selected)}>
                    Delete
                  </Button>
                </div>
              ) : null}
            </div>
            <ul className="divide-y divide-hairline" aria-label="Affiliate links">
              {shown.map((link) => (
                <li key={link.id} className="flex min-h-15 items-center gap-x-2 py-2 pr-2 sm:gap-x-3">
                  <Check
                    aria-label={`Select the link of ${nameOfTool(link.productId)} to ${hostOf(link.url)}`}
                    checked={selection.isSelected(link.id)}
                    onChange={() => selection.select(link.id, "toggle")}
                  />
                  <Mark product={tools.get(link.productId)} />
                  <div className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_9.5rem] sm:items-center">
                    <p className="truncate font-medium text-[0.9375rem]">{nameOfTool(link.productId) ?? "…"}</p>
                    <p className="truncate text-[0.8125rem] text-muted">
                      {link.network}
                      {link.programme ? ` · ${link.programme}` : ""}
                      <span className="max-lg:hidden"> · {hostOf(link.url)}</span>
                    </p>
                    <p className="flex max-sm:mt-1 sm:justify-end">
                      <StateOf link={link} state={states.get(link.id)} />
                    </p>
                  </div>
                  <Button
                    size="small"
                    className="max-sm:hidden"
                    aria-label={`Edit the link of ${nameOfTool(link.productId)} to ${hostOf(link.url)}`}
                    onClick={() => setEdited(link)}
                  >
                    Edit
                  </Button>
                  <RowMenu label={`More actions for the link of ${nameOfTool(link.productId)} to ${hostOf(link.url)}`}>
                    <button type="button" className={`${rowMenuItem} sm:hidden`} onClick={() => setEdited(link)}>
                      Edit
                    </button>
                    <button
                      type="button"
                      className={rowMenuItem}
                      onClick={() => setActive.mutate({ ids: [link.id], active: !link.active })}
                    >
                      {link.active ? "Turn off" : "Turn on"}
                    </button>
                    <button type="button" className={rowMenuItem} onClick={() => setDeleted([link])}>
                      Delete
                    </button>
                  </RowMenu>
                </li>
              ))}
            </ul>
          </div>
          {shown.length === 0 ? <p className="py-10 text-center text-muted text-sm">No link has these words.</p> : null}
        </>
      )}
      {edited ? (
        <LinkDialog link={edited} tool={nameOfTool(edited.productId)} onClose={() => setEdited(undefined)} />
      ) : null}
      {deleted ? <DeleteLinks links={deleted} onClose={() => setDeleted(undefined)} /> : null}
    </>
  );
}
