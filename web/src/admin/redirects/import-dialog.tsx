import { IconFileText } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { hasStatus, sentenceOf } from "../../api/fault";
import type { RedirectImport } from "../../api/schema.gen";
import { FormActions, SelectField, useEditor } from "../../kit/admin/editor";
import { FileChooser } from "../../kit/admin/file-chooser";
import { countOf, formatCount } from "../../kit/count";
import { FieldNote } from "../../kit/field";
import { Modal } from "../../kit/modal";
import { toast, toastError } from "../../kit/toast";
import { importRedirects, redirectsChanged } from "./api";

type Rest = "skip" | "gone";

const rests = [
  ["skip", "Leave out: they are 404"],
  ["gone", "Answer 410: gone"],
] as const;

interface Values {
  /** The name of the file. */
  file: string;
  rest: Rest;
}

interface ImportDialogProps {
  onClose: () => void;
  undo: (version: number) => void;
}

/** Asks for a file with old URLs, says what it would add, and imports it. */
export function ImportDialog({ onClose, undo }: ImportDialogProps) {
  const queries = useQueryClient();
  const note = useId();
  const [file, setFile] = useState<File>();
  const [found, setFound] = useState<RedirectImport>();
  const { form, values, errors, change, isChanged, isSaving } = useEditor<Values, RedirectImport>({
    opened: { file: "", rest: "skip" },
    check: () => (file ? {} : { file: "Please choose a file" }),
    save: ({ rest }) => importRedirects(file as File, rest, !found),
    onSaved: async (answer) => {
      if (!found) return setFound(answer);
      await redirectsChanged(queries);
      toast({
        title: `${countOf(answer.added + answer.changed, "old URL")} imported`,
        ...(answer.version > 0 ? { action: { label: "Undo", press: () => undo(answer.version) } } : {}),
      });
      onClose();
    },
    failure: (error) =>
      toastError(
        "Couldn't read the file",
        hasStatus(error, 413)
          ? sentenceOf(error, "It is larger than 100 MB.")
          : sentenceOf(error, "Failed to connect to server"),
      ),
  });
  const again = (part: Partial<Values>) => {
    setFound(undefined); // what was found is about another file or choice
    change(part);
  };
  const count = found ? found.added + found.changed : 0;
  return (
    <Modal
      open
      firm={isChanged}
      className="max-w-xl"
      title="Import old URLs"
      description="A WordPress export (XML), a sitemap (XML), or a CSV file with the columns old, new and status."
      onClose={() => isSaving || onClose()}
    >
      <form {...form} className="mt-4 grid gap-y-2">
        <div className="field">
          <p className="field-head">File</p>
          <div>
            <FileChooser
              label="Choose a file with old URLs"
              Icon={IconFileText}
              accept=".csv,.tsv,.txt,.xml,text/csv,text/xml"
              disabled={isSaving}
              onFiles={([chosen]) => {
                setFile(chosen);
                again({ file: chosen?.name ?? "" });
              }}
            >
              Choose file
            </FileChooser>
          </div>
          <FieldNote id={note} hint={file?.name ?? "At most 100 MB and 50,000 URLs."} error={errors.file} />
        </div>
        <SelectField
          label="URLs that match nothing here"
          value={values.rest}
          options={rests}
          error={errors.rest}
          change={(rest) => again({ rest: rest as Rest })}
        />
        {found ? <Found found={found} rest={values.rest} /> : null}
        <FormActions
          action={found ? `Import ${countOf(count, "old URL")}` : "Check the file"}
          doing={found ? "Importing..." : "Reading..."}
          isSending={isSaving}
          disabled={found !== undefined && count === 0}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}

/** What an import would do. */
function Found({ found, rest }: { found: RedirectImport; rest: Rest }) {
  const { matched, unmatched, refused, added, changed, listed } = found;
  const more = unmatched + refused - listed.length;
  return (
    <div role="status" className="grid gap-3 text-[0.875rem]">
      <p>
        {formatCount(matched)} match, {formatCount(unmatched)} don't
        {unmatched > 0 && rest === "gone" ? " and will answer 410" : ""}
        {refused > 0 ? `; ${countOf(refused, "line")} can't be used` : ""}. {formatCount(added)} new,{" "}
        {formatCount(changed)} changed.
      </p>
      {listed.length > 0 ? (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard scrolls it
          tabIndex={0}
          className="max-h-48 overflow-y-auto rounded-xl border border-hairline px-4 py-2"
          aria-label="Old URLs that don't match or can't be used"
        >
          {listed.map(({ line, from, message }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line may have several, and the list never changes
            <li key={`${line} ${index}`} className="wrap-anywhere">
              Line {formatCount(line)}: {from} {message ? <span className="text-danger">{message}</span> : null}
            </li>
          ))}
          {more > 0 ? <li>… and {formatCount(more)} more</li> : null}
        </ul>
      ) : null}
    </div>
  );
}
