import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { faultOf, fieldMessage, sentenceOf } from "../../api/fault";
import { confirmYourself, ownAccountQuery } from "../../api/own-account";
import { Field } from "../field";
import { focus } from "../focus";
import { Modal } from "../modal";
import { FormActions } from "./editor";

/**
 * Makes calls that give others access. If the server wants to know first that it's still the same user, a dialog asks for the
 * password or a code, and the call is repeated.
 */
export function useConfirmation(): { confirmed: <T>(call: () => Promise<T>) => Promise<T>; question: ReactNode } {
  const [asking, setAsking] = useState<{ answer: (isConfirmed: boolean) => void } | null>(null);
  const ask = () =>
    new Promise<boolean>((resolve) => {
      setAsking({
        answer: (isConfirmed) => {
          setAsking(null);
          resolve(isConfirmed);
        },
      });
    });
  return {
    confirmed: async (call) => {
      try {
        return await call();
      } catch (error) {
        if (faultOf(error)?.code !== "confirmation_needed" || !(await ask())) throw error;
        return call();
      }
    },
    question: asking ? <ProofQuestion answer={asking.answer} /> : null,
  };
}

function ProofQuestion({ answer }: { answer: (isConfirmed: boolean) => void }) {
  const account = useQuery(ownAccountQuery());
  const isCode = account.data?.twoFactor.isOn ?? false;
  const name = isCode ? "code" : "password";
  const confirm = useMutation({ mutationFn: confirmYourself, onSuccess: () => answer(true) });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation(); // a form around what asks is not sent
    const proof = String(new FormData(event.currentTarget).get(name));
    if (!confirm.isPending && account.data) confirm.mutate({ [name]: proof });
  };
  const error = confirm.error
    ? (fieldMessage(confirm.error, name) ?? sentenceOf(confirm.error, "Failed to connect to server"))
    : undefined;
  return (
    <Modal
      firm
      open
      title="Confirm it's you"
      description={
        isCode
          ? "Enter a code from your authenticator app, or a recovery code."
          : "Enter your password to continue. You won't be asked again for ten minutes."
      }
      onClose={() => answer(false)}
    >
      <form className="mt-5" onSubmit={onSubmit}>
        {account.data ? (
          <Field key={name} label={isCode ? "Code" : "Password"} required error={error}>
            {(wiring) => (
              <input
                {...wiring}
                ref={focus}
                className="input"
                name={name}
                type={isCode ? "text" : "password"}
                required
                autoComplete={isCode ? "one-time-code" : "current-password"}
              />
            )}
          </Field>
        ) : (
          <p role="status" className="text-sm text-muted">
            {account.isError ? sentenceOf(account.error, "Failed to connect to server") : "Loading..."}
          </p>
        )}
        <FormActions
          action="Confirm"
          doing="Confirming..."
          isSending={confirm.isPending}
          disabled={!account.data}
          onCancel={() => answer(false)}
        />
      </form>
    </Modal>
  );
}
