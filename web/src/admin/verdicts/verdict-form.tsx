import { useQueryClient } from "@tanstack/react-query";
import { saveVerdict, type VerdictRow, verdictsChanged } from "../../api/verdicts-admin";
import { go } from "../../history";
import { EditorFooter, TextField, useEditor } from "../../kit/admin/editor";
import { lengthOf, tooMany } from "../../kit/admin/field-rules";
import { AdminLink, BackLink } from "../../kit/admin/link";
import { ScreenHead } from "../../kit/admin/screen-head";
import { remark } from "../../kit/admin/styles";
import { Button, buttonStyle } from "../../kit/button";
import { formatCount } from "../../kit/count";
import { toast } from "../../kit/toast";
import { ChosenTools } from "./chosen-tools";
import { editAddress, verdictsScreen } from "./screen";

/** The most characters of a verdict, as on the server. */
const longest = 5000;

interface VerdictFormProps {
  /** Undefined for a new one. */
  verdict: VerdictRow | undefined;
  verdicts: VerdictRow[];
}

/** The editor of a verdict, or of a new one on tools that are chosen here. */
export function VerdictForm({ verdict, verdicts }: VerdictFormProps) {
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

/** What the API calls the verdict on products. */
const namesOf = (ids: number[]) => ids.toSorted((a, b) => a - b).join(",");
