import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { logInAsAdministrator } from "../api/auth";
import { FormActions } from "../kit/admin/editor";
import { useSession } from "../kit/admin/session";
import { Button } from "../kit/button";
import { Field } from "../kit/field";
import { focus } from "../kit/focus";
import { Modal } from "../kit/modal";
import { CodeField, isCodeNeeded, loginFailure } from "./login";

/** Asks for the password again when the session has ended. The screen below stays as it is. */
export function ReauthenticationDialog() {
  const session = useSession();
  const isAsking = useSyncExternalStore(session.subscribe, session.isAsking);
  return isAsking ? <PasswordQuestion /> : null;
}

function PasswordQuestion() {
  const session = useSession();
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Modal
      firm
      open
      title={isLeaving ? "Leave without signing in?" : "Your session has ended"}
      description={
        isLeaving
          ? "Unsaved changes will be lost."
          : "Enter your password to continue. Your work stays open, and your last action is completed."
      }
      onClose={() => setIsLeaving(!isLeaving)}
    >
      {isLeaving ? (
        <div className="modal-actions">
          <Button ref={focus} onClick={() => setIsLeaving(false)}>
            Stay
          </Button>
          <Button tone="danger" onClick={session.end}>
            Leave
          </Button>
        </div>
      ) : (
        <PasswordForm onLeave={() => setIsLeaving(true)} />
      )}
    </Modal>
  );
}

function PasswordForm({ onLeave }: { onLeave: () => void }) {
  const session = useSession();
  const email = session.email();
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const [needsCode, setNeedsCode] = useState(false);
  useEffect(() => password.current?.focus(), []);
  const login = useMutation({
    mutationFn: logInAsAdministrator,
    onSuccess: ({ user }) => session.resume(user),
    onError: (error) => {
      if (isCodeNeeded(error)) return setNeedsCode(true);
      const field = needsCode ? code.current : password.current;
      field?.focus();
      field?.select();
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const filled = new FormData(event.currentTarget);
    const credentials = { username: email, password: String(filled.get("password")) };
    if (!login.isPending) login.mutate(needsCode ? { ...credentials, code: String(filled.get("code")) } : credentials);
  };
  const failure = login.error && !isCodeNeeded(login.error) ? loginFailure(login.error).description : undefined;
  return (
    <form onSubmit={onSubmit} className="mt-5">
      <Field label="Email" required>
        {(control) => <input {...control} className="input" readOnly autoComplete="username" value={email} />}
      </Field>
      <Field label="Password" required error={needsCode ? undefined : failure}>
        {(control) => (
          <input
            {...control}
            ref={password}
            className="input"
            type="password"
            name="password"
            required
            autoComplete="current-password"
          />
        )}
      </Field>
      {needsCode ? <CodeField input={code} error={failure} /> : null}
      <FormActions action="Login" doing="Logging in..." isSending={login.isPending} onCancel={onLeave} />
    </form>
  );
}
