import { IconFileText } from "@tabler/icons-react";
import { useState } from "react";
import { FileChooser, useFileDrop } from "../../kit/admin/file-chooser";
import { Button } from "../../kit/button";
import { countOf } from "../../kit/count";
import { Field } from "../../kit/field";

/** The largest file, in bytes. The server counts the call's body, which is a little larger. */
const largest = 2_000_000;

interface CsvFieldProps {
  csv: string;
  change: (csv: string) => void;
  error: string | undefined;
}

/** A list of subscribers: a file that is chosen or dropped, or its lines, pasted. */
export function CsvField({ csv, change, error }: CsvFieldProps) {
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
