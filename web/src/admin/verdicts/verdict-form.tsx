import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { faultOf, sentenceOf } from "../../api/fault";
import { saveVerdict, type VerdictRow, verdictsChanged } from "../../api/verdicts-admin";
import { go } from "../../history";
import { BackLink } from "../../kit/admin/back-link";
import { lengthOf, tooMany } from "../../kit/admin/field-rules";
import { AdminLink } from "../../kit/admin/link";
import { ScreenHead } from "../../kit/admin/screen-head";
import { verdictsPath } from "../../kit/admin/session";
import { remark } from "../../kit/admin/styles";
import { useUnsaved } from "../../kit/admin/unsaved";
import { Button, buttonStyle } from "../../kit/button";
import { formatCount } from "../../kit/count";
import { Field } from "../../kit/field";
import { errorsOf, type FieldErrors, firstInvalid } from "../../kit/form-errors";
import { toast } from "../../kit/toast";
import { ChosenTools } from "./chosen-tools";
import { editAddress } from "./edit-address";

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
  const form = useRef<HTMLFormElement>(null);
  const [ids, setIds] = useState(() => verdict?.products.split(",").map(Number) ?? []);
  const [text, setText] = useState(verdict?.text ?? "");
  const [errors, setErrors] = useState<FieldErrors>({});
  const products = ids.toSorted((a, b) => a - b).join(",");
  const isTaken = !verdict && verdicts.some((other) => other.products === products);
  const isChanged = verdict ? text !== verdict.text : text !== "" || ids.length > 0;
  const save = useMutation({
    mutationFn: () => saveVerdict(products, text),
    onSuccess: async () => {
      await verdictsChanged(queries);
      toast({ title: "Verdict saved", description: "Visitors see it now." });
      go(verdictsPath);
      document.getElementById("main")?.focus({ preventScroll: true });
    },
    onError: (error) => {
      setErrors(errorsOf(faultOf(error)?.fields));
      toast({
        title: "Couldn't save the verdict",
        description: sentenceOf(error, "Failed to connect to server"),
        tone: "destructive",
      });
    },
  });
  useUnsaved(() => isChanged && !save.isSuccess);
  useEffect(() => firstInvalid(form.current, errors)?.focus(), [errors]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found: FieldErrors = {
      ...(ids.length < 2 ? { tools: "Please choose two to four tools" } : {}),
      ...(text.trim() === "" ? { text: "Please enter a verdict" } : {}),
      ...(lengthOf(text) > longest ? { text: tooMany(longest) } : {}),
    };
    setErrors(found);
    if (Object.keys(found).length === 0) save.mutate();
  };
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="max-w-3xl">
      <BackLink href={verdictsPath}>All verdicts</BackLink>
      <ScreenHead title={verdict ? "Edit verdict" : "Write a verdict"}>{verdict?.title}</ScreenHead>
      <div className="mt-5 grid gap-5">
        <div>
          <ChosenTools ids={ids} error={errors.tools} change={verdict ? undefined : setIds} />
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
        <Field
          label="Verdict"
          required
          hint={`Markdown. ${formatCount(lengthOf(text))} of ${formatCount(longest)} characters.`}
          {...(errors.text ? { error: errors.text } : {})}
        >
          {(wiring) => (
            <textarea
              {...wiring}
              name="text"
              className="input"
              rows={10}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2 max-sm:*:flex-auto">
        <p role="status" className="mr-auto flex-[1_1_8rem] text-[0.8125rem] text-muted max-sm:basis-full sm:min-h-5">
          {isChanged ? "Unsaved changes" : ""}
        </p>
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
        <Button type="submit" tone="brass" disabled={save.isPending || !isChanged || isTaken}>
          {save.isPending ? "Saving..." : "Save"}
        </Button>
      </div>
    </form>
  );
}
