import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { AlertDialog } from "radix-ui";
import type { ReactNode } from "react";
import { sentenceOf } from "../../api/fault";
import { Button } from "../button";
import { closeOnEscape, useFocusReturn } from "../focus";
import { modalTitle } from "../modal";
import { type ToastContent, toast, toastError } from "../toast";

interface QuestionProps {
  title: string;
  /** What will happen, in a sentence. */
  description: ReactNode;
  /** The confirm button's label; "Delete" without one, in red. */
  action?: string;
  /** The confirm button's label while the action runs. */
  doing?: string;
  /** The label of the button that changes nothing. */
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  /** There is nothing to confirm, or not yet. */
  disabled?: boolean;
  className?: string;
  /** More about the question, between its description and its buttons. */
  children?: ReactNode;
  /** Why the action failed. */
  error?: string | undefined;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks for confirmation before an action that is hard to undo. */
export function Question({ title, description, onClose, onConfirm, children, error, ...props }: QuestionProps) {
  const { action = "Delete", doing = "Deleting...", cancel = "Cancel", busy = false, disabled = false } = props;
  const { danger = action === "Delete", className = "" } = props;
  const focus = useFocusReturn();
  return (
    <AlertDialog.Root open onOpenChange={(stays) => stays || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="modal-ground" />
        <AlertDialog.Content className={`modal ${className}`} {...focus} onKeyDown={closeOnEscape(onClose)}>
          <AlertDialog.Title className={modalTitle}>{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-sm text-muted">{description}</AlertDialog.Description>
          {children}
          {error ? (
            <p role="alert" className="form-error mt-3">
              {error}
            </p>
          ) : null}
          <div className="modal-actions">
            <AlertDialog.Cancel asChild>
              <Button>{cancel}</Button>
            </AlertDialog.Cancel>
            <Button tone={danger ? "danger" : "brass"} disabled={busy || disabled} onClick={onConfirm}>
              {busy ? doing : action}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

interface CallQuestionProps<T> extends Omit<QuestionProps, "busy" | "error" | "onConfirm"> {
  /** The API call that the button makes. */
  call: () => Promise<T>;
  /** Reads again what the call has changed. The question stays until it has. */
  changed: (queries: QueryClient) => unknown;
  /** What is said when it is done. */
  done: (answer: T) => ToastContent;
  /** The message if the server gives no reason. */
  failure: string;
}

/** Confirms an API call. If the call fails, the dialog stays open and shows why. */
export function CallQuestion<T>({ call, changed, done, failure, onClose, ...question }: CallQuestionProps<T>) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: call,
    onSuccess: async (answer) => {
      await changed(queries);
      toast(done(answer));
      onClose();
    },
  });
  return (
    <Question
      {...question}
      busy={isPending}
      error={error ? sentenceOf(error, failure) : undefined}
      onClose={onClose}
      onConfirm={() => mutate()}
    />
  );
}

interface CallOptions<Answer> {
  /** What is said when it is done. */
  done: (answer: Answer) => ToastContent;
  /** Reads again what the call has changed. */
  changed: (queries: QueryClient, answer: Answer) => unknown;
  /** The title of the message if it fails. */
  failure: string;
}

/** A call of the API. A toast says that it was made, or why not. */
export function useCall<Answer, Sent = void>(call: (sent: Sent) => Promise<Answer>, options: CallOptions<Answer>) {
  const queries = useQueryClient();
  const { done, changed, failure } = options;
  return useMutation({
    mutationFn: call,
    onSuccess: (answer) => {
      toast(done(answer));
      return changed(queries, answer);
    },
    onError: failed(failure),
  });
}

/** Returns what says that a call has failed, and why. */
export const failed = (title: string) => (error: Error) =>
  toastError(title, sentenceOf(error, "Failed to connect to server"));
