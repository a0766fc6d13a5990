import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ChangedRow, type ChangedSince, undoInParts, undoPreviewQuery } from "../../api/audit";
import { sentenceOf } from "../../api/fault";
import { differencesOf, FieldDifferences } from "../../kit/admin/differences";
import { MoreButton } from "../../kit/admin/list";
import { Question } from "../../kit/admin/question";
import { Choice } from "../../kit/choice";
import { countOf, formatCount } from "../../kit/count";
import { toast } from "../../kit/toast";

interface UndoQuestionProps {
  /** The version of the catalogue after the change. */
  version: number;
  /** What was changed, if it was no product: "Collection" or "Settings". */
  what: string | undefined;
  onClose: () => void;
}

const toolsOf = (count: number) => countOf(count, "tool");

/** Confirms that a change is undone. It shows which tools have changed since, and asks what becomes of them. */
export function UndoQuestion({ version, what, onClose }: UndoQuestionProps) {
  const queries = useQueryClient();
  const preview = useInfiniteQuery(undoPreviewQuery(version));
  const [since, setSince] = useState<ChangedSince>("leave");
  const found = preview.data?.pages[0];
  const mustChoose = found !== undefined && found.changed > 0 && found.ready > 0;
  const only = found !== undefined && found.ready === 0 && found.changed > 0 ? "revert" : undefined;
  const isAsLeft = found !== undefined && found.ready === found.total; // then a change in the meantime refuses the undo
  const undo = useMutation({
    mutationFn: () => undoInParts(version, isAsLeft ? undefined : (only ?? since)),
    onSuccess: async ({ restored, left }) => {
      onClose();
      const tools =
        left > 0 ? `${toolsOf(restored)} restored, ${formatCount(left)} left as they are` : toolsOf(restored);
      toast({
        title: "Change undone",
        description: what ? `${what} restored` : left > 0 ? tools : `${tools} restored`,
      });
      await queries.invalidateQueries();
    },
  });
  const failure = preview.error ?? undo.error;
  const isPreviewed = found !== undefined;
  return (
    <Question
      title="Undo this change?"
      description={isPreviewed ? descriptionOf(found, what) : "Checking what has changed since..."}
      className={found?.changed ? "w-[min(100vw-1.5rem,44rem)]" : ""}
      action={preview.isError && !isPreviewed ? "Try again" : "Undo"}
      doing={undo.isPending ? "Undoing..." : "Checking..."}
      busy={undo.isPending || preview.isPending || (preview.isFetching && !isPreviewed)}
      disabled={isPreviewed && found.total > 0 && found.ready + found.changed === 0}
      error={failure ? sentenceOf(failure, "Failed to undo the change") : undefined}
      onClose={onClose}
      onConfirm={() => (isPreviewed ? undo.mutate() : void preview.refetch())}
    >
      {found && found.changed > 0 ? (
        <>
          <ChangedRows rows={preview.data?.pages.flatMap(({ rows }) => rows) ?? []} />
          <MoreButton list={preview} what="tools" />
        </>
      ) : null}
      {mustChoose ? <SinceChoice found={found} since={since} choose={setSince} /> : null}
    </Question>
  );
}

interface Counts {
  total: number;
  ready: number;
  changed: number;
  reverted: number;
  purged: number;
}

function descriptionOf({ total, ready, changed, reverted, purged }: Counts, what: string | undefined): string {
  if (total === 0) {
    return what
      ? "Visitors will see what was there before this change. Won't undo if something has changed since."
      : "Visitors will see what was there before this change.";
  }
  const sentences = [
    ready + changed === 0
      ? "Nothing to undo."
      : changed === 0
        ? `Visitors will see ${total === 1 ? "the tool" : toolsOf(ready)} as before this change. Tools that it added go to the trash.`
        : `${changed === 1 ? "1 tool has" : `${toolsOf(changed)} have`} changed since, out of ${formatCount(total)}.`,
  ];
  if (reverted > 0) sentences.push(`${toolsOf(reverted)} ${isOrAre(reverted)} as before this change already.`);
  if (purged > 0) sentences.push(`${toolsOf(purged)} ${isOrAre(purged)} permanently deleted and can't be restored.`);
  return sentences.join(" ");
}

const isOrAre = (count: number) => (count === 1 ? "is" : "are");

interface SinceChoiceProps {
  found: Counts;
  since: ChangedSince;
  choose: (since: ChangedSince) => void;
}

function SinceChoice({ found: { ready, changed }, since, choose }: SinceChoiceProps) {
  const labels = {
    leave: `Undo only the other ${formatCount(ready)}`,
    revert: `Undo all ${formatCount(ready + changed)}`,
  };
  return (
    <div className="mt-4">
      <Choice
        legend="What to undo"
        name="since"
        options={[labels.leave, labels.revert]}
        selected={labels[since]}
        hint={
          since === "leave"
            ? `The ${changed === 1 ? "tool" : "tools"} above ${changed === 1 ? "stays" : "stay"} as now.`
            : "The later edits above are lost. An undo can be undone."
        }
        onChange={(event) => choose(event.currentTarget.value === labels.leave ? "leave" : "revert")}
      />
    </div>
  );
}

/** The tools that have changed since, with the values that the change left and those of now. */
function ChangedRows({ rows }: { rows: ChangedRow[] }) {
  return (
    <ul aria-label="Changed since" className="mt-4 flex flex-col gap-3">
      {rows.map((row) => {
        const differences = differencesOf({ before: row.was, after: row.now });
        return (
          <li key={row.id}>
            <p className="text-[0.875rem] wrap-anywhere">
              <strong className="font-semibold">{row.name}</strong> <span className="text-muted">{sinceOf(row)}</span>
            </p>
            {row.was && row.now && differences.length > 0 ? (
              <FieldDifferences className="mt-1.5" differences={differences} sides={["After this change", "Now"]} />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function sinceOf({ was, now }: ChangedRow): string {
  if (now === null) return "is in the trash now";
  return was === null ? "was restored since" : "after this change, and now:";
}
