import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { fieldMessage, hasStatus, sentenceOf } from "../../api/fault";
import { importSubscribers, subscribersChanged } from "../../api/readers";
import { FormActions } from "../../kit/admin/form-actions";
import { countOf } from "../../kit/count";
import { Field } from "../../kit/field";
import { Modal } from "../../kit/modal";
import { CsvField } from "./csv-field";
import { ImportOutcome } from "./import-outcome";

const longestConsent = 1000; // characters

/** Asks for a list of subscribers and for the proof that they have agreed, and says what became of it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [csv, setCsv] = useState("");
  const [consent, setConsent] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const queries = useQueryClient();
  const load = useMutation({
    mutationFn: importSubscribers,
    onSuccess: () => void subscribersChanged(queries),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (!isBlank(csv) && !isBlank(consent) && !load.isPending) load.mutate({ csv, consent });
  };
  const refusal = load.error ? refusalOf(load.error) : {};
  return (
    <Modal
      open
      firm={!load.data && csv + consent !== ""}
      className="max-w-xl"
      title={load.data ? `${countOf(load.data.added, "subscriber")} added` : "Import subscribers"}
      description={
        load.data
          ? undefined
          : "They are added as confirmed, without another email. Anyone who has unsubscribed, here or in the list, stays unsubscribed."
      }
      onClose={() => load.isPending || onClose()}
    >
      {load.data ? (
        <ImportOutcome result={load.data} onClose={onClose} />
      ) : (
        <form onSubmit={onSubmit} noValidate className="mt-4 grid gap-y-2">
          <CsvField
            csv={csv}
            change={setCsv}
            error={isChecked && isBlank(csv) ? "Choose a file or paste its lines." : refusal.csv}
          />
          <Field
            label="How and when did they agree?"
            required
            hint="Stored with each of them as proof."
            error={
              isChecked && isBlank(consent) ? "Say how and when they agreed to get the newsletter." : refusal.consent
            }
          >
            {(wiring) => (
              <textarea
                {...wiring}
                className="input"
                rows={3}
                maxLength={longestConsent}
                placeholder="Signed up with the form on our blog, 2023 to 2025, confirmed by email."
                value={consent}
                onChange={(event) => setConsent(event.currentTarget.value)}
              />
            )}
          </Field>
          {refusal.other ? (
            <p role="alert" className="form-error mt-2">
              {refusal.other}
            </p>
          ) : null}
          <FormActions action="Import" doing="Importing..." isSending={load.isPending} onCancel={onClose} />
        </form>
      )}
    </Modal>
  );
}

const isBlank = (text: string) => text.trim() === "";

/** Returns why an import failed, by the field that it is about. */
function refusalOf(error: Error): { csv?: string | undefined; consent?: string | undefined; other?: string } {
  if (hasStatus(error, 413)) return { csv: "This list is larger than 2 MB. Please import it in parts." };
  const csv = fieldMessage(error, "csv");
  const consent = fieldMessage(error, "consent");
  return csv || consent ? { csv, consent } : { other: sentenceOf(error, "Failed to import subscribers") };
}
