import { IconFileText } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { hasStatus, sentenceOf } from "../../api/fault";
import type { EarningsColumns, EarningsRead } from "../../api/schema.gen";
import { Fold, FormActions, SelectField, TextField, useEditor } from "../../kit/admin/editor";
import { FileChooser } from "../../kit/admin/file-chooser";
import { countOf, formatCount } from "../../kit/count";
import { FieldNote } from "../../kit/field";
import type { FieldErrors } from "../../kit/form-rules";
import { Modal } from "../../kit/modal";
import { toast, toastError } from "../../kit/toast";
import { type EarningsFile, importEarnings, moneyChanged, sums } from "./api";

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
export function ImportDialog({ onClose }: { onClose: () => void }) {
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
            placeholder="Choose or type"
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
          . This adds {sums(amounts)}
          {added + changed > 0
            ? `: ${listed([
                [bySubId, "matched by sub-ID"],
                [byProgramme, "by program and day"],
                [unknown, "without a tool"],
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
      <Fold title="Columns" open={needsColumns}>
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
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
      </Fold>
    </div>
  );
}
