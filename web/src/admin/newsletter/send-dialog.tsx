import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { faultOf, fieldMessage, sentenceOf } from "../../api/fault";
import { FormActions } from "../../kit/admin/editor";
import { Choice } from "../../kit/choice";
import { countOf } from "../../kit/count";
import { Field } from "../../kit/field";
import { Modal } from "../../kit/modal";
import type { IssueReport, Schedule } from "./api";
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
  const [when, setWhen] = useState(now);
  const [{ own: zoneHere, all }] = useState(zones);
  const [at, setAt] = useState(tomorrow);
  const [zone, setZone] = useState(zoneHere);
  const [key] = useState(newKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => refresh(), []);
  const isLater = when === atTime;
  const sending = useMutation({
    mutationFn: () => send(isLater ? { at, zone } : {}, `${key}-${isLater ? `${at}-${zone}` : "now"}`),
    onSuccess: onSent,
    onError: (error) => {
      const fields = faultOf(error)?.fields ?? [];
      if (fields.some(({ field }) => !own.includes(field))) onRefused(error);
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!sending.isPending) sending.mutate();
  };
  const { error } = sending;
  const isOwn = own.some((name) => fieldMessage(error, name));
  const mistakes = (name: string) => {
    const message = fieldMessage(error, name);
    return message ? { error: message } : {};
  };
  const people = countOf(recipients, "subscriber");
  return (
    <Modal
      open
      firm
      title={`Send issue ${number}`}
      description={<bdi className="line-clamp-3 wrap-anywhere">{subject}</bdi>}
      onClose={onClose}
    >
      <form onSubmit={onSubmit} noValidate className="mt-4">
        <Choice
          legend="When"
          name="when"
          options={[now, atTime]}
          chosen={now}
          hint={isLater ? "You can unschedule it until then." : "You can pause or stop it while it is being sent."}
          onChange={(event) => setWhen(event.currentTarget.value)}
        />
        {isLater ? (
          <div className="mt-1">
            <Field label="Date and time" required {...mistakes("at")}>
              {(wiring) => (
                <input
                  {...wiring}
                  type="datetime-local"
                  className="input"
                  value={at}
                  onChange={(event) => setAt(event.currentTarget.value)}
                />
              )}
            </Field>
            <Field label="Time zone" required {...mistakes("zone")}>
              {(wiring) => (
                <select
                  {...wiring}
                  className="input"
                  value={zone}
                  onChange={(event) => setZone(event.currentTarget.value)}
                >
                  {all.map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </select>
              )}
            </Field>
          </div>
        ) : null}
        {error && !isOwn ? (
          <p role="alert" className="form-error mt-3">
            {sentenceOf(error, "Failed to connect to server")}
          </p>
        ) : null}
        <FormActions
          action={isLater ? `Schedule for ${people}` : `Send to ${people}`}
          doing={isLater ? "Scheduling..." : "Sending..."}
          isSending={sending.isPending}
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
