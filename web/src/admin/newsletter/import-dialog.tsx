import { IconFileText } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { hasStatus, sentenceOf } from "../../api/fault";
import type { ImportResult } from "../../api/schema.gen";
import { FormActions, TextField, useEditor } from "../../kit/admin/editor";
import { FileChooser, useFileDrop } from "../../kit/admin/file-chooser";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { Field } from "../../kit/field";
import { focus } from "../../kit/focus";
import { Modal } from "../../kit/modal";
import { toastError } from "../../kit/toast";
import { importSubscribers, subscribersChanged } from "./api";

const longestConsent = 1000; // characters

const tooLarge = "This list is larger than 2 MB. Please import it in parts.";

/** Asks for a list of subscribers and for the proof that they have agreed, and says what became of it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [result, setResult] = useState<ImportResult>();
  const queries = useQueryClient();
  const { form, values, errors, text, change, isChanged, isSaving } = useEditor({
    opened: { csv: "", consent: "" },
    check: ({ csv, consent }) => ({
      ...(csv.trim() === "" ? { csv: "Choose a file or paste its lines." } : {}),
      ...(consent.trim() === "" ? { consent: "Say how and when they agreed to get the newsletter." } : {}),
    }),
    save: importSubscribers,
    onSaved: (answer) => {
      setResult(answer);
      void subscribersChanged(queries);
    },
    failure: (error) =>
      toastError(
        "Couldn't import the list",
        hasStatus(error, 413) ? tooLarge : sentenceOf(error, "Failed to connect to server"),
      ),
  });
  return (
    <Modal
      open
      firm={!result && isChanged}
      className="max-w-xl"
      title={result ? `${countOf(result.added, "subscriber")} added` : "Import subscribers"}
      description={
        result
          ? undefined
          : "They are added as confirmed, without another email. People who unsubscribed stay unsubscribed."
      }
      onClose={() => isSaving || onClose()}
    >
      {result ? (
        <ImportOutcome result={result} onClose={onClose} />
      ) : (
        <form {...form} className="mt-4 grid gap-y-2">
          <CsvField csv={values.csv} change={(csv) => change({ csv })} error={errors.csv} />
          <TextField
            {...text("consent")}
            label="How and when did they agree?"
            required
            hint="Stored with each of them as proof."
            rows={3}
            maxLength={longestConsent}
            placeholder="Signed up with the form on our blog, 2023 to 2025, confirmed by email."
          />
          <FormActions action="Import" doing="Importing..." isSending={isSaving} onCancel={onClose} />
        </form>
      )}
    </Modal>
  );
}

/** How many skipped lines the server names. */
const named = 100;

/** What became of an import, with the lines that were skipped. */
function ImportOutcome({ result, onClose }: { result: ImportResult; onClose: () => void }) {
  const { added, known, unsubscribed, left, invalid } = result;
  return (
    <>
      <div ref={focus} tabIndex={-1} className="mt-3 outline-none">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
          <Count count={added}>added as confirmed</Count>
          <Count count={known}>already subscribed</Count>
          <Count count={unsubscribed}>unsubscribed earlier, and stay unsubscribed</Count>
          {left > 0 ? <Count count={left}>not subscribed in this list; stored as unsubscribed</Count> : null}
          <Count count={invalid.length} more={invalid.length >= named}>
            {invalid.length === 1 ? "line" : "lines"} skipped
          </Count>
        </dl>
        {invalid.length > 0 ? <SkippedLines lines={invalid} /> : null}
      </div>
      <div className="modal-actions">
        <Button tone="brass" onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  );
}

function Count({ count, more = false, children }: { count: number; more?: boolean; children: ReactNode }) {
  return (
    <>
      <dt className="text-right font-semibold tabular-nums">
        {formatCount(count)}
        {more ? "+" : ""}
      </dt>
      <dd className="text-muted">{children}</dd>
    </>
  );
}

function SkippedLines({ lines }: { lines: ImportResult["invalid"] }) {
  return (
    <section
      aria-label="Skipped lines"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with keys
      tabIndex={0}
      className="mt-4 max-h-60 overflow-y-auto rounded-lg border border-hairline bg-background px-4 py-2"
    >
      <table className="w-full text-left text-[0.8125rem]">
        <thead className="text-dim text-[0.75rem]">
          <tr className="*:py-1 *:font-normal">
            <th scope="col" className="w-16">
              Line
            </th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, message }) => (
            <tr key={line} className="*:py-1 *:align-top">
              <td className="text-muted tabular-nums">{formatCount(line)}</td>
              <td className="wrap-anywhere">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The largest file, in bytes. The server counts the call's body, which is a little larger. */
const largest = 2_000_000;

interface CsvFieldProps {
  csv: string;
  change: (csv: string) => void;
  error: string | undefined;
}

/** A list of subscribers: a file that is chosen or dropped, or its lines, pasted. */
function CsvField({ csv, change, error }: CsvFieldProps) {
  const [file, setFile] = useState<string | null>(null);
  const [mistake, setMistake] = useState<string>();
  const read = async ([chosen]: File[]) => {
    if (!chosen) return;
    setMistake(undefined);
    if (chosen.size > largest) return setMistake("This file is larger than 2 MB. Please import it in parts.");
    try {
      change(await textOf(chosen));
      setFile(chosen.name);
    } catch {
      setMistake("This file can't be read.");
    }
  };
  const clear = () => {
    change("");
    setFile(null);
  };
  return (
    <div {...useFileDrop((files) => void read(files))} className="rounded-lg data-over:bg-raised-2">
      <Field
        label="List"
        required
        hint="The first line names the columns: email, and subscribed_at, status and cadence if you have them. At most 10,000 lines."
        error={mistake ?? error}
        action={
          <FileChooser
            label="CSV file"
            accept=".csv,.txt,text/csv,text/plain"
            Icon={IconFileText}
            onFiles={(files) => void read(files)}
          >
            Choose file
          </FileChooser>
        }
      >
        {(wiring) =>
          file === null ? (
            <textarea
              {...wiring}
              name="csv"
              className="input font-mono text-[0.8125rem]!"
              rows={5}
              spellCheck={false}
              placeholder={"email,subscribed_at,cadence\nann@example.com,2025-03-31,weekly"}
              value={csv}
              onChange={(event) => {
                setMistake(undefined);
                change(event.currentTarget.value);
              }}
            />
          ) : (
            <div className="flex items-center gap-2 rounded-lg border border-line bg-background py-1.5 pr-1.5 pl-3">
              <span className="min-w-0 flex-1 text-[0.875rem] wrap-anywhere">
                <bdi className="line-clamp-2">{file}</bdi>
                <span className="text-[0.8125rem] text-muted">{countOf(linesOf(csv), "line")}</span>
              </span>
              <Button size="small" tone="bare" onClick={clear}>
                Remove <span className="sr-only">file</span>
              </Button>
            </div>
          )
        }
      </Field>
    </div>
  );
}

/** Returns the text of a file. Excel's Unicode text is UTF-16, with a byte order mark. */
async function textOf(file: File) {
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  return new TextDecoder(first === 0xff && second === 0xfe ? "utf-16le" : "utf-8").decode(bytes);
}

const linesOf = (text: string) => text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "").length;
