import { IconFileText } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { undoChange } from "../../api/admin-products";
import { hasStatus, sentenceOf } from "../../api/fault";
import type { ProductImport } from "../../api/schema.gen";
import { SelectField } from "../../kit/admin/editor";
import { FileChooser, useFileDrop } from "../../kit/admin/file-chooser";
import { useMay } from "../../kit/admin/may";
import { useCall } from "../../kit/admin/question";
import { ScreenHead } from "../../kit/admin/screen";
import { failedRemark, panel, progressBar, refusedRemark } from "../../kit/admin/styles";
import { useUnsaved } from "../../kit/admin/unsaved";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { toast } from "../../kit/toast";
import {
  type Choices,
  importFile,
  type Match,
  maxFile,
  type Progress,
  previewImport,
  recallColumns,
  rememberColumns,
} from "./api";
import { Columns } from "./columns";
import { ImagesPanel } from "./images-panel";
import { Differences, Notes, NotTaken, Problems } from "./preview";

const matches: [Match, string][] = [
  ["", "Ask me first"],
  ["website", "Update the listed tool"],
  ["name", "Add another tool"],
  ["id", "Go by ids and URLs of tools alone"],
];

const asProposed: Choices = { match: "", skipBad: false, fetchImages: true, columns: {} };

/** Imports tools from a file: the file, its columns, what it would do, and the import. */
export default function Imports() {
  const mayChange = useMay().change("catalog");
  return (
    <>
      <ScreenHead title="Import">
        Add and update tools from a file. You see what would change first, and can undo the import.
      </ScreenHead>
      {mayChange ? <Import /> : <p className={`${refusedRemark} mt-5`}>Your role can't import files.</p>}
      <ImagesPanel />
    </>
  );
}

/** An import from its file to its result. */
function Import() {
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const [choices, setChoices] = useState(asProposed);
  const [isStale, setStale] = useState(false);
  const [mistake, setMistake] = useState("");
  const [progress, setProgress] = useState<Progress>();
  const running = useRef<AbortController>(undefined);
  const undo = useCall((version: number) => undoChange(version), {
    done: ({ restored }) => ({ title: "Import undone", description: `${countOf(restored, "tool")} as before` }),
    changed: () => queries.invalidateQueries(),
    failure: "Couldn't undo the import",
  });
  const signal = () => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  };
  const check = useMutation({
    mutationFn: async ({ file, choices }: { file: File; choices: Choices }) => {
      const until = signal();
      const found = await previewImport(file, choices, until);
      const recalled = Object.keys(choices.columns).length > 0 ? {} : recallColumns(found.columns);
      if (Object.keys(recalled).length === 0) return found;
      setChoices((now) => ({ ...now, columns: recalled }));
      return previewImport(file, { ...choices, columns: recalled }, until);
    },
    onSuccess: () => setStale(false),
  });
  const run = useMutation({
    mutationFn: ({ file, choices }: { file: File; choices: Choices }) =>
      importFile(file, choices, setProgress, signal()),
    onSuccess: (done) => {
      if (!done.isReady || done.version === 0) return;
      void queries.invalidateQueries();
      toast({
        title: `${countOf(done.created + done.updated, "tool")} imported`,
        action: { label: "Undo", press: () => undo.mutate(done.version) },
      });
    },
    onSettled: () => setProgress(undefined),
  });
  useUnsaved(() => run.isPending);

  const open = (files: File[]) => {
    const [chosen] = files;
    if (!chosen || run.isPending) return;
    run.reset();
    check.reset();
    setChoices(asProposed);
    setFile(chosen);
    setMistake(chosen.size > maxFile ? "This file is larger than 100 MB. Please split it." : "");
    if (chosen.size <= maxFile) check.mutate({ file: chosen, choices: asProposed });
  };
  const drop = useFileDrop(open);
  const change = (part: Partial<Choices>) => {
    setChoices((now) => ({ ...now, ...part }));
    setStale(true);
  };
  const busy = check.isPending || run.isPending;
  const found = check.data;
  const done = run.data?.isReady ? run.data : undefined;
  const questions = (run.data?.problem ? run.data : found)?.questions ?? [];
  const problem = mistake || failureOf(check.error) || run.data?.problem || failureOf(run.error) || found?.problem;
  const again = () => {
    if (!file) return;
    run.reset();
    rememberColumns(choices.columns);
    check.mutate({ file, choices });
  };
  return (
    <div className="mt-5 grid grid-cols-1 gap-4">
      <section
        {...drop}
        aria-label="File"
        className={`${panel} border-dashed px-5 py-6 data-over:border-text data-over:bg-raised-2`}
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <div className="min-w-0 flex-[1_1_16rem] text-sm">
            <p className="font-medium wrap-anywhere">{file ? file.name : "Drop a file here, or choose one"}</p>
            <p className="mt-0.5 text-[0.8125rem] text-muted">
              {found
                ? describe(found)
                : "CSV, JSON, a WordPress export (XML) or an export of a site (ZIP), up to 100 MB."}
            </p>
          </div>
          <FileChooser
            label="Choose a file to import"
            Icon={IconFileText}
            accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.xml,.zip"
            disabled={run.isPending}
            onFiles={open}
          >
            {file ? "Choose another file" : "Choose file"}
          </FileChooser>
        </div>
        <p role="status" className="sr-only">
          {check.isPending ? "Reading the file..." : ""}
        </p>
        {check.isPending ? <progress className={`${progressBar} mt-4`} aria-label="Reading the file" /> : null}
      </section>
      {problem && !check.isPending ? (
        <div role="alert" className={failedRemark.replace("mt-4 ", "")}>
          {problem}
          {questions.length > 0 && !check.error ? (
            <ul className="mt-2 grid max-h-60 list-disc gap-1 overflow-y-auto pl-5 text-muted wrap-anywhere">
              {questions.map((question) => (
                <li key={question}>{question}</li>
              ))}
            </ul>
          ) : null}
          {check.error && file ? (
            <Button size="small" className="ml-3" onClick={again}>
              Try again
            </Button>
          ) : null}
        </div>
      ) : null}
      {found && file && !done && !check.error ? (
        <>
          <Columns
            found={found}
            chosen={choices.columns}
            change={(columns) => change({ columns })}
            isOpen={found.problem !== ""}
            disabled={busy}
          />
          <div className={`${panel} grid gap-x-6 px-5 py-4 md:grid-cols-2`}>
            <SelectField
              label="A website that is listed under another name"
              value={choices.match}
              options={matches}
              disabled={busy}
              change={(match) => change({ match: match as Match })}
            />
            <div className="grid content-center gap-2">
              {found.images > 0 ? (
                <Check
                  label={`Save ${countOf(found.images, "image")} of other sites on this one`}
                  checked={choices.fetchImages}
                  change={(fetchImages) => setChoices((now) => ({ ...now, fetchImages }))}
                />
              ) : null}
              {found.refused > 0 ? (
                <Check
                  label={`Skip ${countOf(found.refused, "row")} that can't be used`}
                  checked={choices.skipBad}
                  change={(skipBad) => setChoices((now) => ({ ...now, skipBad }))}
                />
              ) : null}
            </div>
          </div>
          {found.isReady && !isStale ? (
            <section
              aria-label="What the import would do"
              className="grid grid-cols-1 gap-4"
              aria-busy={check.isPending}
            >
              <h2 className="font-display text-2xl">
                {formatCount(found.created)} new, {formatCount(found.updated)} changed, {formatCount(found.unchanged)}{" "}
                unchanged
              </h2>
              <Notes found={found} />
              <NotTaken found={found} />
              <Problems found={found} />
              <Differences found={found} />
            </section>
          ) : null}
          <Bar
            progress={run.isPending ? progress : undefined}
            isRunning={run.isPending}
            cancel={() => running.current?.abort()}
          >
            {isStale || !found.isReady ? (
              <Button tone="brass" disabled={busy} onClick={again}>
                {check.isPending ? "Reading..." : "Check again"}
              </Button>
            ) : (
              <Button
                tone="brass"
                disabled={busy || found.created + found.updated === 0 || (found.refused > 0 && !choices.skipBad)}
                onClick={() => {
                  rememberColumns(choices.columns);
                  run.mutate({ file, choices });
                }}
              >
                {run.isPending ? "Importing..." : `Import ${countOf(found.created + found.updated, "tool")}`}
              </Button>
            )}
          </Bar>
        </>
      ) : null}
      {done ? (
        <section aria-label="Result" className={`${panel} px-5 py-5`}>
          <h2 ref={focus} tabIndex={-1} className="font-display text-2xl focus:outline-none">
            {formatCount(done.created)} added, {formatCount(done.updated)} changed
          </h2>
          <p className="mt-1 text-muted text-sm">The import is one entry in the history, and can be undone there.</p>
          <div className="mt-4 flex flex-wrap gap-2">
            {done.version > 0 ? (
              <Button disabled={undo.isPending || undo.isSuccess} onClick={() => undo.mutate(done.version)}>
                Undo import
              </Button>
            ) : null}
          </div>
        </section>
      ) : null}
    </div>
  );
}

/** Moves the focus to what has just appeared. */
const focus = (heading: HTMLElement | null) => heading?.focus();

const failureOf = (error: Error | null) => {
  if (!error) return "";
  if (error.name === "AbortError") return "Canceled: nothing was imported.";
  return hasStatus(error, 413)
    ? "This file is larger than 100 MB. Please split it."
    : sentenceOf(error, "Failed to connect to server");
};

const formats = { csv: "CSV", jsonl: "JSON", wxr: "WordPress export", archive: "Export of a site" };
const separators: Record<string, string> = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars" };

/** What kind of file it is, as it was detected. */
function describe({ format, encoding, separator, rows, refused, isReady }: ProductImport) {
  const parts = [
    formats[format],
    encoding,
    separators[separator] ? `separated by ${separators[separator]}` : "",
    isReady ? countOf(rows + refused, "row") : "",
  ];
  return parts.filter((part) => part).join(" · ");
}

interface CheckProps {
  label: string;
  checked: boolean;
  change: (checked: boolean) => void;
}

function Check({ label, checked, change }: CheckProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-[0.875rem] sm:min-h-6">
      <input type="checkbox" checked={checked} onChange={({ target }) => change(target.checked)} />
      {label}
    </label>
  );
}

interface BarProps {
  progress: Progress | undefined;
  isRunning: boolean;
  cancel: () => void;
  children: React.ReactNode;
}

/** The button of the import, and how far it is. */
function Bar({ progress, isRunning, cancel, children }: BarProps) {
  const { isComparing = false, done = 0, total = 0 } = progress ?? {};
  const words = !progress
    ? "Reading the file"
    : isComparing && done === total
      ? "Backing up the site"
      : `${isComparing ? "Comparing" : "Importing"}: ${formatCount(done)} of ${countOf(total, "row")}`;
  return (
    <div className="grid gap-3">
      {isRunning ? (
        <>
          <p role="status" className="text-muted text-sm tabular-nums">
            {words}. Keep this page open: leaving it imports nothing.
          </p>
          <progress
            className={progressBar}
            aria-label="Import"
            {...(progress && done < total ? { max: total, value: done } : {})}
          />
        </>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {children}
        {isRunning ? <Button onClick={cancel}>Cancel</Button> : null}
      </div>
    </div>
  );
}
