import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearch } from "wouter/use-browser-location";
import { adminProductsQuery } from "../../api/admin-products";
import { dateOf } from "../../kit/admin/days";
import { AdminLink } from "../../kit/admin/link";
import { Loaded, LoadingRows, RowActions, StatePanel } from "../../kit/admin/list";
import { toolsOf } from "../../kit/admin/ordered-tools";
import { CallQuestion } from "../../kit/admin/question";
import { ScreenHead } from "../../kit/admin/screen-head";
import { panelRows } from "../../kit/admin/styles";
import { buttonStyle } from "../../kit/button";
import { countOf } from "../../kit/count";
import { ProductLogo } from "../../kit/tools/product-logo";
import { deleteVerdict, type VerdictRow, verdictRowsQuery, verdictsChanged } from "./api";
import { editAddress, editedAt, verdictsScreen } from "./screen";
import { VerdictForm } from "./verdict-form";

/** The verdicts on comparisons: the list of all, or the editor of one. */
export default function Verdicts() {
  const edited = editedAt(useSearch());
  const rows = useQuery(verdictRowsQuery());
  const verdicts = rows.data;
  if (verdicts && edited === null) return <VerdictList verdicts={verdicts} />;
  const verdict = verdicts?.find(({ products }) => products === edited);
  if (verdicts && (verdict || edited === "new"))
    return <VerdictForm key={edited} verdict={verdict} verdicts={verdicts} />;
  return (
    <>
      <ScreenHead title="Comparisons" />
      <Loaded query={rows} failure="Couldn't load the verdicts" loading={<LoadingRows what="the verdicts" />}>
        {() => (
          <StatePanel title="There is no such verdict" text="It may have been deleted.">
            <AdminLink href={verdictsScreen.path} className={buttonStyle()}>
              All verdicts
            </AdminLink>
          </StatePanel>
        )}
      </Loaded>
    </>
  );
}

/** All verdicts, the latest change first. */
function VerdictList({ verdicts }: { verdicts: VerdictRow[] }) {
  const [deleted, setDeleted] = useState<VerdictRow>();
  const isEmpty = verdicts.length === 0;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <ScreenHead title="Comparisons" summary={countOf(verdicts.length, "verdict")}>
          Two to four tools side by side, each at its own address. A verdict says which to choose: the tools' pages link
          to it, and search engines may index it.
        </ScreenHead>
        {isEmpty ? null : <WriteLink />}
      </div>
      {isEmpty ? (
        <StatePanel title="No verdicts yet" text="Choose tools that people compare, and say which one is for whom.">
          <WriteLink />
        </StatePanel>
      ) : (
        <ul className={`${panelRows} mt-5`} aria-label="Verdicts">
          {verdicts.map((verdict) => (
            <Row key={verdict.products} verdict={verdict} remove={() => setDeleted(verdict)} />
          ))}
        </ul>
      )}
      {deleted ? <DeleteQuestion verdict={deleted} onClose={() => setDeleted(undefined)} /> : null}
    </>
  );
}

function WriteLink() {
  return (
    <AdminLink href={editAddress()} className={buttonStyle({ tone: "brass" })}>
      Write a verdict
    </AdminLink>
  );
}

/** The names of the compared tools; one in the trash has none here. */
const titleOf = ({ title, products }: VerdictRow, names: string[]) =>
  title || (names.length > 0 ? `${names.join(", ")} and a tool in the trash` : `Tools ${products}`);

function Row({ verdict, remove }: { verdict: VerdictRow; remove: () => void }) {
  const { products, name, text, updatedAt, views } = verdict;
  const { data = [] } = useQuery(adminProductsQuery());
  const tools = toolsOf(data, products.split(",").map(Number)).sort((a, b) => (a.slug < b.slug ? -1 : 1)); // as in the title
  const title = titleOf(
    verdict,
    tools.map((tool) => tool.name),
  );
  return (
    <li className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <span className="flex w-full gap-1.5 sm:w-45" aria-hidden="true">
        {tools.map((tool) => (
          <ProductLogo key={tool.id} product={tool} size="small" lazy />
        ))}
      </span>
      <div className="min-w-0 flex-1 basis-64">
        <AdminLink
          href={editAddress(products)}
          className="block truncate rounded font-medium text-[0.9375rem] hover:underline"
        >
          {title}
        </AdminLink>
        <p className="truncate text-[0.8125rem] text-muted">{text.split("\n", 1)[0]}</p>
        <p className="mt-0.5 text-[0.8125rem] text-dim">
          Changed {dateOf(updatedAt)} · <span className="whitespace-nowrap">{countOf(views, "view")} in 30 days</span>
        </p>
      </div>
      <RowActions
        of={`the verdict on ${title}`}
        page={name ? `/compare/${name}` : undefined}
        editor={editAddress(products)}
        remove={remove}
      />
    </li>
  );
}

function DeleteQuestion({ verdict: { products, title }, onClose }: { verdict: VerdictRow; onClose: () => void }) {
  return (
    <CallQuestion
      title="Delete this verdict?"
      description={`${title || "The comparison"} will be shown without it. You can undo this in History.`}
      failure="Failed to delete the verdict"
      call={() => deleteVerdict(products)}
      changed={verdictsChanged}
      done={() => ({ title: "Verdict deleted" })}
      onClose={onClose}
    />
  );
}
