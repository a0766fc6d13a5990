import { useMutation } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { sentenceOf } from "../../api/fault";
import { Confirmation } from "../confirmation";

interface CallConfirmationProps<T>
  extends Pick<
    ComponentProps<typeof Confirmation>,
    "title" | "description" | "action" | "doing" | "danger" | "onClose"
  > {
  /** The API call that the button makes. */
  call: () => Promise<T>;
  onSuccess: (answer: T) => unknown;
  /** The message if the server gives no reason. */
  failure: string;
}

/** Confirms an API call. If the call fails, the dialog stays open and shows why. */
export function CallConfirmation<T>({ call, onSuccess, failure, ...question }: CallConfirmationProps<T>) {
  const mutation = useMutation({ mutationFn: call, onSuccess });
  return (
    <Confirmation
      open
      busy={mutation.isPending}
      error={mutation.error ? sentenceOf(mutation.error, failure) : undefined}
      onConfirm={() => mutation.mutate()}
      {...question}
    />
  );
}
