import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sentenceOf } from "../../api/fault";
import type { Addition, AdditionList, Additions } from "../../api/schema.gen";
import { shownTime } from "../../kit/admin/days";
import { TextField, useEditor } from "../../kit/admin/editor";
import { FilterTabs, Loaded, LoadingRows, StatePanel } from "../../kit/admin/list";
import { MayChange } from "../../kit/admin/may";
import { useCall } from "../../kit/admin/question";
import { ScreenHead } from "../../kit/admin/screen";
import { panel, panelRows, progressBar } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { toastError } from "../../kit/toast";
import { addByUrl, additionsChanged, additionsQuery, retryAdditions } from "./api";
import { Review } from "./review";

/** Adds tools by the URLs of their websites, and reviews the drafts that were made of them. */
export default function AddByUrl() {
  const [list, setList] = useState(0);
  const query = useQuery(additionsQuery(list));
  const queries = useQueryClient();
  const show = (page: Additions) => {
    setList(0);
    queries.setQueryData(additionsQuery(0).queryKey, page);
  };
  return (
    <>
      <ScreenHead title="Add by URL">
        Paste the URLs of tools' websites. We read each one once and make a draft. Nothing goes live until you accept
        it.
      </ScreenHead>
      <MayChange area="catalog">
        <PasteForm show={show} />
      </MayChange>
      <Loaded query={query} failure="Couldn't load the added URLs" loading={<LoadingRows what="the added URLs" />}>
        {(page) =>
          page.list === 0 ? (
            <StatePanel title="Nothing added yet" text="What you add is listed here for 30 days, line by line." />
          ) : (
            <Results key={page.list} page={page} choose={setList} />
          )
        }
      </Loaded>
    </>
  );
}

/** The most URLs that are added at a time. */
const maxLines = 500;

const linesOf = (text: string) => text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "").length;

const tooMany = `Please add at most ${formatCount(maxLines)} URLs at a time`;

function PasteForm({ show }: { show: (page: Additions) => void }) {
  const empty = { text: "" };
  const { form, values, errors, change, isSaving } = useEditor<typeof empty, Additions>({
    opened: empty,
    check: ({ text }) => {
      const count = linesOf(text);
      return count === 0 ? { text: "Please enter at least one URL" } : count > maxLines ? { text: tooMany } : {};
    },
    save: ({ text }) => addByUrl(text),
    valuesOf: () => empty,
    onSaved: show,
    failure: (error) => toastError("Couldn't add the URLs", sentenceOf(error, "Failed to connect to server")),
  });
  const count = linesOf(values.text);
  return (
    <form {...form} className={`${panel} mt-5 px-4 pt-4 pb-4 sm:px-5`}>
      <TextField
        label="URLs"
        name="text"
        rows={6}
        required
        placeholder={"lumen.example\nhttps://www.example.com/tool"}
        hint={`One per line. ${formatCount(count)} of ${formatCount(maxLines)} lines used.`}
        error={errors.text}
        value={values.text}
        change={(text) => change({ text })}
      />
      <Button tone="brass" type="submit" className="mt-3" disabled={isSaving}>
        {isSaving ? "Adding..." : count > 0 ? `Add ${countOf(count, "URL")}` : "Add URLs"}
      </Button>
    </form>
  );
}

type State = Addition["state"];

const stateLabels: Record<State, string> = {
  queued: "Waiting",
  draft: "To review",
  failed: "Failed",
  duplicate: "Duplicate",
  accepted: "Accepted",
  skipped: "Skipped",
};

const tabs: { value: "all" | State; label: string }[] = [
  { value: "all", label: "All" },
  ...(["draft", "failed", "duplicate", "accepted", "skipped"] as const).map((value) => ({
    value,
    label: stateLabels[value],
  })),
];

interface ResultsProps {
  page: Additions;
  choose: (list: number) => void;
}

/** What has become of a list. */
function Results({ page: { lists, list, lines }, choose }: ResultsProps) {
  const [tab, setTab] = useState<"all" | State>("all");
  const drafts = lines.filter(({ state }) => state === "draft");
  const queued = lines.filter(({ state }) => state === "queued").length;
  const counts = Object.fromEntries(
    tabs.map(({ value }) => [value, lines.filter(({ state }) => value === "all" || state === value).length]),
  ) as Record<"all" | State, number>;
  const shown = lines.filter(({ state }) => tab === "all" || state === tab);
  const again = shown.filter(canRetry).map(({ id }) => id);
  const retry = useCall((ids: number[]) => retryAdditions(ids), {
    done: ({ queued }) => ({ title: `Reading ${countOf(queued, "URL")} again` }),
    changed: additionsChanged,
    failure: "Couldn't try again",
  });
  return (
    <>
      {queued > 0 ? (
        <section aria-label="Progress" className={`${panel} mt-5 px-4 py-3.5 sm:px-5`}>
          <p role="status" className="text-sm tabular-nums">
            {formatCount(lines.length - queued)} of {countOf(lines.length, "line")} done. You can leave this page.
          </p>
          <progress
            className={`${progressBar} mt-3`}
            aria-label="Lines done"
            max={lines.length}
            value={lines.length - queued}
          />
        </section>
      ) : null}
      {drafts.length > 0 ? <Review drafts={drafts} /> : null}
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <FilterTabs label="Lines" tabs={tabs} chosen={tab} counts={counts} choose={setTab} />
        {lists.length > 1 ? <ListChoice lists={lists} list={list} choose={choose} /> : null}
        {again.length > 1 ? (
          <MayChange area="catalog">
            <Button size="small" disabled={retry.isPending} onClick={() => retry.mutate(again)}>
              Try {formatCount(again.length)} again
            </Button>
          </MayChange>
        ) : null}
      </div>
      {shown.length > 0 ? (
        <ul aria-label="Lines" className={`${panelRows} mt-3`}>
          {shown.map((line) => (
            <LineRow key={line.id} line={line} isBusy={retry.isPending} retry={() => retry.mutate([line.id])} />
          ))}
        </ul>
      ) : (
        <StatePanel title="No lines here" text="Choose another tab to see the other lines." />
      )}
    </>
  );
}

interface ListChoiceProps extends Pick<ResultsProps, "choose"> {
  lists: AdditionList[];
  list: number;
}

const ListChoice = ({ lists, list, choose }: ListChoiceProps) => (
  <select
    aria-label="List"
    className="input ml-auto w-auto max-w-full"
    value={list}
    onChange={(event) => choose(Number(event.currentTarget.value))}
  >
    {lists.map(({ id, addedAt, addedBy, lines }) => (
      <option key={id} value={id}>
        {`${shownTime(addedAt)} · ${countOf(lines, "line")} · ${addedBy}`}
      </option>
    ))}
  </select>
);

/** Whether a line that failed is a URL, and may be read again. */
const canRetry = ({ state, url }: Addition) => state === "failed" && /^https?:/.test(url);

interface LineRowProps {
  line: Addition;
  isBusy: boolean;
  retry: () => void;
}

function LineRow({ line, isBusy, retry }: LineRowProps) {
  const { line: number, url, state, reason, name, slug } = line;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
      <span className="w-8 flex-none text-right text-[0.8125rem] text-dim tabular-nums">
        <span className="sr-only">Line </span>
        {number}
      </span>
      <div className="min-w-0 flex-[1_1_14rem] text-[0.8125rem]">
        <p className="text-[0.875rem] wrap-anywhere">{name && state !== "duplicate" ? name : url}</p>
        {name && state !== "duplicate" ? <p className="text-dim wrap-anywhere">{url}</p> : null}
        {reason ? <p className="text-muted wrap-anywhere">{reason}</p> : null}
        {state === "duplicate" && slug ? (
          <a
            href={`/products/${slug}`}
            className="inline-flex min-h-6 items-center text-muted underline decoration-line underline-offset-4 hover:text-text"
          >
            {name}
          </a>
        ) : null}
      </div>
      <div className="flex items-center gap-4 max-sm:basis-full max-sm:pl-12">
        <span className={`text-[0.8125rem] ${state === "failed" ? "text-danger" : "text-muted"}`}>
          {stateLabels[state]}
        </span>
        {canRetry(line) ? (
          <MayChange area="catalog">
            <Button size="small" aria-label={`Try again: ${url}`} disabled={isBusy} onClick={retry}>
              Try again
            </Button>
          </MayChange>
        ) : null}
      </div>
    </li>
  );
}
