import { IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Reader, readersChanged, resendReaderCode, setReaderDisabled } from "../../api/readers";
import { failed } from "../../kit/admin/failure";
import { IconButton } from "../../kit/admin/icon-button";
import { Fact, Moment, personRow } from "../../kit/admin/people";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { formatCount } from "../../kit/count";
import { type ToastContent, toast } from "../../kit/toast";

/** A reader with what they have, and what the administrator can do. */
export function ReaderRow({ reader, onDelete }: { reader: Reader; onDelete: () => void }) {
  const { email, name, isVerified, isDisabled, createdAt, lastSeenAt, favorites, submissions } = reader;
  return (
    <li className={personRow} aria-label={email}>
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="line-clamp-2 min-w-0 font-medium text-[0.9375rem]">{name === "" ? email : name}</bdi>
          {isVerified ? null : <Badge tone="premium">Unverified</Badge>}
          {isDisabled ? <Badge tone="danger">Disabled</Badge> : null}
        </p>
        {name === "" ? null : <bdi className="block text-[0.8125rem] text-muted">{email}</bdi>}
      </div>
      <div className="grid grid-cols-2 gap-x-4 gap-y-2 text-[0.8125rem] text-muted sm:grid-cols-[8rem_8rem_4rem_4rem] min-[64rem]:contents">
        <Fact label="Signed up">
          <Moment at={createdAt} />
        </Fact>
        <Fact label="Last seen">
          {Date.parse(lastSeenAt) > 0 ? <Moment at={lastSeenAt} /> : <span className="text-dim">Never</span>}
        </Fact>
        <Fact label="Saved">{formatCount(favorites)}</Fact>
        <Fact label="Submitted">{formatCount(submissions)}</Fact>
      </div>
      <Actions reader={reader} onDelete={onDelete} />
    </li>
  );
}

function Actions({ reader, onDelete }: { reader: Reader; onDelete: () => void }) {
  const { id, email, isVerified, isDisabled } = reader;
  const disable = useAction(() => setReaderDisabled(id, !isDisabled), {
    done: isDisabled
      ? { title: "Reader enabled", description: `${email} can sign in again.` }
      : { title: "Reader disabled", description: `${email} is signed out and can't sign in.` },
    failure: `Couldn't ${isDisabled ? "enable" : "disable"} this reader`,
  });
  const resend = useAction(() => resendReaderCode(id), {
    done: { title: "New code on its way", description: `We email it to ${email}. It is valid for 10 minutes.` },
    failure: "Couldn't send a new code",
  });
  const about = <span className="sr-only">{email}</span>;
  return (
    <div className="-mb-2 -ml-3 flex flex-wrap items-center min-[64rem]:m-0 min-[64rem]:justify-end">
      {isVerified || isDisabled ? null : (
        <ActionButton action={resend}>
          {resend.isPending ? "Sending..." : "Send a new code"} {about}
        </ActionButton>
      )}
      <ActionButton action={disable}>
        {disable.isPending ? "Saving..." : isDisabled ? "Enable" : "Disable"} {about}
      </ActionButton>
      <IconButton label={`Delete ${email}`} tooltip="Delete" Icon={IconTrash} tone="danger" onClick={onDelete} />
    </div>
  );
}

/** A button that keeps the focus while its call is made. */
function ActionButton({ action, children }: { action: ReturnType<typeof useAction>; children: ReactNode }) {
  return (
    <Button
      size="small"
      tone="bare"
      className="aria-disabled:opacity-50"
      aria-disabled={action.isPending}
      onClick={() => (action.isPending ? undefined : action.mutate())}
    >
      {children}
    </Button>
  );
}

/** A call that changes a reader: a toast says that it was made, or why not. */
function useAction(call: () => Promise<void>, { done, failure }: { done: ToastContent; failure: string }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: async () => {
      toast(done);
      await readersChanged(queries);
      if (document.activeElement === document.body) document.getElementById("main")?.focus(); // the row has left the list
    },
    onError: failed(failure),
  });
}
