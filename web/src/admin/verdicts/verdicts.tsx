import { IconX } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearch } from "wouter/use-browser-location";
import { comparedLimit } from "../../api/comparisons";
import type { ProductCard, VerdictRow } from "../../api/schema.gen";
import { go } from "../../history";
import { IconButton } from "../../kit/admin/buttons";
import { dayOf } from "../../kit/admin/days";
import { EditorFooter, TextField, useEditor } from "../../kit/admin/editor";
import { lengthOf, tooMany } from "../../kit/admin/field-rules";
import { FailedLine, Loaded, Loading, LoadingRows, StatePanel } from "../../kit/admin/list";
import { MayChange, useMay } from "../../kit/admin/may";
import { ToolMarks, ToolName, ToolSearch, toolsRow, toolsRows, toolsRowTexts } from "../../kit/admin/ordered-tools";
import { CallQuestion } from "../../kit/admin/question";
import { RowActions, RowTitle } from "../../kit/admin/row-menu";
import { AdminLink, BackLink, ScreenHead } from "../../kit/admin/screen";
import { panelRows, remark } from "../../kit/admin/styles";
import { toolsOf, useTools } from "../../kit/admin/use-tools";
import { Button, buttonStyle } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { toast } from "../../kit/toast";
import { deleteVerdict, saveVerdict, verdictRowsQuery, verdictsChanged } from "./api";
import { editAddress, editedAt, verdictsScreen } from "./screen";

/** The verdicts on comparisons: the list of all, or the editor of one. */
export default function Verdicts() {
  const edited = editedAt(useSearch());
  const rows = useQuery(verdictRowsQuery());
  const verdicts = rows.data;
  const mayChange = useMay().change("catalog");
  if (verdicts && (edited === null || !mayChange)) return <VerdictList verdicts={verdicts} />;
  const verdict = verdicts?.find(({ products }) => products === edited);
  if (verdicts && (verdict || edited === "new"))
    return <VerdictForm key={edited} verdict={verdict} verdicts={verdicts} />;
  return (
    <>
      <ScreenHead title="Comparisons" />
      <Loaded query={rows} failure="Couldn't load the verdicts" loading={<LoadingRows what="the verdicts" />}>
        {() => (
          <StatePanel title="Verdict not found" text="It may have been deleted.">
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
  const { tools } = useTools(verdicts.flatMap(({ products }) => idsOf(products)));
  const isEmpty = verdicts.length === 0;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <ScreenHead title="Comparisons" summary={isEmpty ? "" : countOf(verdicts.length, "verdict")}>
          Compare two to four tools. Add a verdict to say which to pick; it's linked from each tool's page and can be
          indexed.
        </ScreenHead>
        {isEmpty ? null : <WriteLink />}
      </div>
      {isEmpty ? (
        <StatePanel title="No verdicts yet" text="Pick tools people compare and say who each is for.">
          <WriteLink />
        </StatePanel>
      ) : (
        <ul className={`${toolsRows} mt-5`} aria-label="Verdicts">
          {verdicts.map((verdict) => (
            <Row key={verdict.products} verdict={verdict} all={tools} remove={() => setDeleted(verdict)} />
          ))}
        </ul>
      )}
      {deleted ? <DeleteQuestion verdict={deleted} onClose={() => setDeleted(undefined)} /> : null}
    </>
  );
}

function WriteLink() {
  return (
    <MayChange area="catalog">
      <AdminLink href={editAddress()} className={buttonStyle({ tone: "brass" })}>
        Write a verdict
      </AdminLink>
    </MayChange>
  );
}

/** The names of the compared tools; one in the trash has none here. */
const titleOf = ({ title, products }: VerdictRow, names: string[]) =>
  title || (names.length > 0 ? `${names.join(", ")} and a tool in the trash` : `Tools ${products}`);

/** The ids of the compared tools. */
const idsOf = (products: string) => products.split(",").map(Number);

interface RowProps {
  verdict: VerdictRow;
  all: ReadonlyMap<number, ProductCard>;
  remove: () => void;
}

function Row({ verdict, all, remove }: RowProps) {
  const { products, name, text, updatedAt, views } = verdict;
  const mayChange = useMay().change("catalog");
  const tools = inTitleOrder(toolsOf(all, idsOf(products)));
  const title = titleOf(
    verdict,
    tools.map((tool) => tool.name),
  );
  return (
    <li className={toolsRow}>
      <ToolMarks tools={tools} />
      <div className={toolsRowTexts}>
        <RowTitle editor={mayChange ? editAddress(products) : undefined} title={title} />
        <p className="line-clamp-2 text-[0.8125rem] text-muted lg:line-clamp-1">{text.split("\n", 1)[0]}</p>
        <p className="mt-0.5 text-[0.8125rem] text-dim">
          Changed {dayOf(updatedAt)} · <span className="whitespace-nowrap">{countOf(views, "view")} in 30 days</span>
        </p>
      </div>
      <RowActions
        of={`the verdict on ${title}`}
        page={name ? `/compare/${name}` : undefined}
        editor={mayChange ? editAddress(products) : undefined}
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

/** The most characters of a verdict, as on the server. */
const longest = 5000;

interface VerdictFormProps {
  /** Undefined for a new one. */
  verdict: VerdictRow | undefined;
  verdicts: VerdictRow[];
}

/** The editor of a verdict, or of a new one on tools that are chosen here. */
function VerdictForm({ verdict, verdicts }: VerdictFormProps) {
  const queries = useQueryClient();
  const opened = { ids: verdict?.products.split(",").map(Number) ?? [], text: verdict?.text ?? "" };
  const { form, values, errors, isChanged, change, isSaving } = useEditor({
    opened,
    check: ({ ids, text }) => ({
      ...(ids.length < 2 ? { tools: "Please choose two to four tools" } : {}),
      ...(text.trim() === "" ? { text: "Please enter a verdict" } : {}),
      ...(lengthOf(text) > longest ? { text: tooMany(longest) } : {}),
    }),
    save: ({ ids, text }) => saveVerdict(namesOf(ids), text),
    onSaved: async () => {
      await verdictsChanged(queries);
      toast({ title: "Verdict saved", description: "Visitors see it now." });
      go(verdictsScreen.path);
      document.getElementById("main")?.focus({ preventScroll: true });
    },
    failure: "Couldn't save the verdict",
  });
  const { ids, text } = values;
  const products = namesOf(ids);
  const isTaken = !verdict && verdicts.some((other) => other.products === products);
  return (
    <form {...form} className="max-w-3xl">
      <BackLink href={verdictsScreen.path}>All verdicts</BackLink>
      <ScreenHead title={verdict ? "Edit verdict" : "Write a verdict"}>{verdict?.title}</ScreenHead>
      <div className="mt-5 grid gap-5">
        <div>
          <ChosenTools ids={ids} error={errors.tools} change={verdict ? undefined : (ids) => change({ ids })} />
          <div role="status">
            {isTaken ? (
              <p className={`${remark} mt-3 border-line text-[0.875rem]`}>
                There is a verdict on these tools already.{" "}
                <AdminLink href={editAddress(products)} className="underline underline-offset-4">
                  Edit it
                </AdminLink>
              </p>
            ) : null}
          </div>
        </div>
        <TextField
          label="Verdict"
          required
          hint={`Markdown. ${formatCount(lengthOf(text))} of ${formatCount(longest)} characters.`}
          error={errors.text}
          name="text"
          rows={10}
          value={text}
          change={(text) => change({ text })}
        />
      </div>
      <EditorFooter isChanged={isChanged}>
        {ids.length > 1 ? (
          <a
            href={`/compare/${verdict?.name || ids.join("-vs-")}`}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonStyle()}
          >
            View comparison<span className="sr-only"> (new tab)</span>
          </a>
        ) : null}
        <Button type="submit" tone="brass" disabled={isSaving || !isChanged || isTaken}>
          {isSaving ? "Saving..." : "Save"}
        </Button>
      </EditorFooter>
    </form>
  );
}

/** The tools in the order of the comparison's title. */
const inTitleOrder = (tools: ProductCard[]) => tools.sort((a, b) => (a.slug < b.slug ? -1 : 1));

/** What the API calls the verdict on products. */
const namesOf = (ids: number[]) => ids.toSorted((a, b) => a - b).join(",");

interface ChosenToolsProps {
  ids: number[];
  error: string | undefined;
  /** Undefined for a stored verdict, which stays the one on these tools. */
  change: ((ids: number[]) => void) | undefined;
}

/** The tools of a comparison: found by search, and removed. */
function ChosenTools({ ids, error, change }: ChosenToolsProps) {
  const read = useTools(ids);
  if (read.failed) return <FailedLine what="the tools" query={read.failed} />;
  if (read.isPending) return <Loading what="Loading the tools" skeleton="h-40 w-full" />;
  const remove = ({ id }: ProductCard) => {
    document.getElementById("add-tool")?.focus();
    change?.(ids.filter((other) => other !== id));
  };
  const tools = change ? toolsOf(read.tools, ids) : inTitleOrder(toolsOf(read.tools, ids));
  return (
    <>
      {change ? (
        <ToolSearch
          id="add-tool"
          label="Add a tool"
          name="tools"
          error={error}
          taken={ids}
          hint="Two to four tools."
          full={ids.length < comparedLimit ? "" : `A comparison has at most ${comparedLimit} tools`}
          add={(tool) => {
            read.know(tool);
            change([...ids, tool.id]);
          }}
        />
      ) : null}
      {tools.length > 0 ? (
        <ul aria-label="Compared tools" className={`${panelRows} mt-2`}>
          {tools.map((tool) => (
            <li
              key={tool.id}
              className="grid min-h-14 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-1.5 pr-2 pl-4"
            >
              <ToolName product={tool} />
              {change ? (
                <IconButton
                  label={`Remove ${tool.name}`}
                  tooltip="Remove"
                  Icon={IconX}
                  tone="danger"
                  onClick={() => remove(tool)}
                />
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
