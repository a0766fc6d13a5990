import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RecoveryCodes, TwoFactorSetUp, TwoFactorStatus } from "../../api/schema.gen";
import { CopyButton } from "../../kit/admin/buttons";
import { Card } from "../../kit/admin/card";
import { useConfirmation } from "../../kit/admin/confirmation";
import { FormActions, TextField, useEditor } from "../../kit/admin/editor";
import { failed } from "../../kit/admin/question";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { countOf } from "../../kit/count";
import { Modal } from "../../kit/modal";
import { toast } from "../../kit/toast";
import { accountChanged, confirmTwoFactor, newRecoveryCodes, startTwoFactor, stopTwoFactor } from "./api";

/** What is open: the set-up, new recovery codes, or a form that asks for a code. */
type Open = { setUp: TwoFactorSetUp } | { codes: string[] } | "renew" | "off" | null;

/** Two-factor authentication: set up with an authenticator app, turned off with a code. */
export function TwoFactorCard({ status: { isOn, recoveryCodes } }: { status: TwoFactorStatus }) {
  const { confirmed, question } = useConfirmation();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const start = useMutation({
    mutationFn: () => confirmed(startTwoFactor),
    onSuccess: (setUp) => setOpen({ setUp }),
    onError: failed("Couldn't start two-factor authentication"),
  });
  const showCodes = ({ codes }: RecoveryCodes) => setOpen({ codes });
  return (
    <Card title="Two-factor authentication">
      <p className="text-[0.875rem] text-muted">
        After the password, you enter a code from an app on your phone. Someone who has only your password can't sign
        in.
      </p>
      {isOn ? (
        <>
          <p className="mt-4 flex flex-wrap items-center gap-2 text-[0.9375rem]">
            <Badge tone="free">On</Badge> {countOf(recoveryCodes, "recovery code")} left
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            <Button onClick={() => setOpen("renew")}>New recovery codes</Button>
            <Button onClick={() => setOpen("off")}>Turn off</Button>
          </div>
        </>
      ) : (
        <Button className="mt-4" disabled={start.isPending} onClick={() => start.mutate()}>
          {start.isPending ? "Starting..." : "Turn on"}
        </Button>
      )}
      {open === "off" ? (
        <CodeDialog
          title="Turn off two-factor authentication?"
          description="Your password alone will be enough to sign in. Your recovery codes stop working."
          action="Turn off"
          doing="Turning off..."
          send={(code) => stopTwoFactor({ code })}
          onDone={() => {
            close();
            toast({ title: "Two-factor authentication is off" });
          }}
          onClose={close}
        />
      ) : null}
      {open === "renew" ? (
        <CodeDialog
          title="New recovery codes"
          description="You get ten new codes. The ones you have stop working."
          action="Get new codes"
          doing="Getting codes..."
          send={(code) => newRecoveryCodes({ code })}
          onDone={showCodes}
          onClose={close}
        />
      ) : null}
      {open !== null && typeof open === "object" && "setUp" in open ? (
        <CodeDialog
          title="Set up your authenticator app"
          description="Scan this with an authenticator app, then enter the code that it shows."
          setUp={open.setUp}
          action="Turn on"
          doing="Turning on..."
          send={(code) => confirmed(() => confirmTwoFactor({ code }))}
          onDone={showCodes}
          onClose={close}
        />
      ) : null}
      {open !== null && typeof open === "object" && "codes" in open ? (
        <CodesDialog codes={open.codes} onClose={close} />
      ) : null}
      {question}
    </Card>
  );
}

interface CodeDialogProps<Answer> {
  title: string;
  description: string;
  setUp?: TwoFactorSetUp;
  action: string;
  doing: string;
  send: (code: string) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onClose: () => void;
}

/** Asks for a code, below the image that an app reads if it has none yet. */
function CodeDialog<Answer>({
  title,
  description,
  setUp,
  action,
  doing,
  send,
  onDone,
  onClose,
}: CodeDialogProps<Answer>) {
  const queries = useQueryClient();
  const { form, text, isSaving } = useEditor({
    opened: { code: "" },
    check: ({ code }) => (code.trim() === "" ? { code: "Please enter a code." } : {}),
    save: ({ code }) => send(code.trim()),
    onSaved: async (answer) => {
      await accountChanged(queries);
      onDone(answer);
    },
    failure: "That didn't work",
  });
  return (
    <Modal firm open onClose={onClose} title={title} description={description}>
      <form {...form} className="mt-5">
        {setUp ? (
          <div className="mb-5">
            <img
              src={setUp.image}
              alt="QR code for your authenticator app"
              width={232}
              height={232}
              className="mx-auto rounded-lg bg-white p-2"
            />
            <p className="mt-3 text-[0.8125rem] text-muted">
              Can't scan it? Enter this key by hand:{" "}
              <code className="font-mono text-text wrap-anywhere">{setUp.secret.replace(/.{4}(?=.)/g, "$& ")}</code>
            </p>
          </div>
        ) : null}
        <TextField
          {...text("code")}
          label="Code"
          hint={setUp ? "The 6 digits that the app shows now." : "6 digits from your app, or a recovery code."}
          required
          autoComplete="one-time-code"
          spellCheck={false}
        />
        <FormActions action={action} doing={doing} isSending={isSaving} onCancel={onClose} />
      </form>
    </Modal>
  );
}

/** Shows recovery codes, this once. */
function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Modal
      firm
      open
      onClose={onClose}
      title="Your recovery codes"
      description="Each signs you in once if you lose your phone. Save them where you keep passwords: they aren't shown again."
    >
      <ul
        aria-label="Recovery codes"
        className="mt-5 grid gap-x-6 gap-y-1.5 rounded-lg border border-line px-4 py-3 font-mono text-[0.875rem] sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="modal-actions">
        <CopyButton text={codes.join("\n")} noun="recovery codes" />
        <Button onClick={onClose}>Done</Button>
      </div>
    </Modal>
  );
}
