import { useEffect, useState } from "react";
import { faultOf } from "../../api/fault";
import type { IssueReport } from "../../api/schema.gen";
import { FormActions, SelectField, TextField, useEditor } from "../../kit/admin/editor";
import { failed } from "../../kit/admin/question";
import { Choice } from "../../kit/choice";
import { countOf } from "../../kit/count";
import { Modal } from "../../kit/modal";
import type { Schedule } from "./api";
import { zones } from "./issue-words";

const now = "Now";
const atTime = "At a time";

/** The fields of the dialog itself. */
const own = ["at", "zone"];

interface SendDialogProps {
  subject: string;
  number: number;
  recipients: number;
  /** Reads the number of recipients again. */
  refresh: () => void;
  send: (schedule: Schedule, key: string) => Promise<IssueReport>;
  onSent: (report: IssueReport) => void;
  /** Called if the server refuses a field of the form behind the dialog. */
  onRefused: (error: Error) => void;
  onClose: () => void;
}

/** Sends the issue, now or at a time in a zone, after it has said how many people get it. */
export function SendDialog({ subject, number, recipients, refresh, ...on }: SendDialogProps) {
  const { send, onSent, onRefused, onClose } = on;
  const [{ own: zoneHere, all }] = useState(zones);
  const [key] = useState(newKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => refresh(), []);
  const { form, values, text, change, isSaving } = useEditor({
    opened: { when: now, at: tomorrow(), zone: zoneHere },
    save: ({ when, at, zone }) =>
      when === atTime ? send({ at, zone }, `${key}-${at}-${zone}`) : send({}, `${key}-now`),
    onSaved: onSent,
    failure: (error) => {
      const fields = faultOf(error)?.fields ?? [];
      if (fields.length === 0) failed("Couldn't send the issue")(error);
      if (fields.some(({ field }) => !own.includes(field))) onRefused(error);
    },
  });
  const isLater = values.when === atTime;
  const people = countOf(recipients, "subscriber");
  return (
    <Modal
      open
      firm
      title={`Send issue ${number}`}
      description={<bdi className="line-clamp-3 wrap-anywhere">{subject}</bdi>}
      onClose={onClose}
    >
      <form {...form} className="mt-4">
        <Choice
          legend="When"
          name="when"
          options={[now, atTime]}
          selected={values.when}
          hint={isLater ? "You can unschedule it until then." : "You can pause or stop it while it is being sent."}
          onChange={(event) => change({ when: event.currentTarget.value })}
        />
        {isLater ? (
          <div className="mt-1">
            <TextField {...text("at")} label="Date and time" required type="datetime-local" />
            <SelectField {...text("zone")} label="Time zone" options={all.map((name) => [name, name])} />
          </div>
        ) : null}
        <FormActions
          action={isLater ? `Schedule for ${people}` : `Send to ${people}`}
          doing={isLater ? "Scheduling..." : "Sending..."}
          isSending={isSaving}
          disabled={recipients === 0}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}

/** Tomorrow at nine, as the browser's field has it. */
function tomorrow() {
  const day = new Date();
  day.setDate(day.getDate() + 1);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T09:00`;
}

/** Names this opening of the dialog: a request that is repeated because its answer was lost sends nothing again. */
const newKey = () => `${Date.now()}-${Math.random()}`;
