import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { changePassword } from "../api/auth";
import { fieldMessage, sentenceOf } from "../api/fault";
import { FormActions } from "../kit/admin/editor";
import { Field } from "../kit/field";
import { passwordMistake, passwordRule } from "../kit/form-rules";
import { Modal } from "../kit/modal";
import { toast } from "../kit/toast";

interface PasswordDialogProps {
  email: string;
  open: boolean;
  onClose: () => void;
}

/** Changes the password of the signed-in user. */
export function PasswordDialog({ email, open, onClose }: PasswordDialogProps) {
  return (
    <Modal
      firm
      open={open}
      onClose={onClose}
      title="Change password"
      description="You'll be signed out elsewhere and your API tokens revoked. You stay signed in here."
    >
      <PasswordForm email={email} onClose={onClose} />
    </Modal>
  );
}

function PasswordForm({ email, onClose }: Omit<PasswordDialogProps, "open">) {
  const [mistake, setMistake] = useState<Mistake>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (mistake) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [mistake]);
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      toast({ title: "Password changed", description: "You've been signed out everywhere else." });
      onClose();
    },
    onError: (error) => setMistake(mistakeOf(error)),
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { repeated, ...passwords } = passwordsIn(event.currentTarget);
    const found = mistakeIn(passwords.newPassword, repeated);
    setMistake(found);
    if (Object.keys(found).length === 0 && !change.isPending) change.mutate(passwords);
  };
  return (
    <form ref={form} onSubmit={onSubmit} className="mt-5" noValidate>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField label="Current password" name="currentPassword" error={mistake.currentPassword} />
      <PasswordField label="New password" name="newPassword" hint={passwordRule} error={mistake.newPassword} />
      <PasswordField label="Repeat the new password" name="repeated" error={mistake.repeated} />
      {mistake.form ? (
        <p role="alert" className="form-error">
          {mistake.form}
        </p>
      ) : null}
      <FormActions action="Change password" doing="Changing..." isSending={change.isPending} onCancel={onClose} />
    </form>
  );
}

interface PasswordFieldProps {
  label: string;
  name: string;
  hint?: string;
  error: string | undefined;
}

function PasswordField({ label, name, hint, error }: PasswordFieldProps) {
  const autoComplete = name === "currentPassword" ? "current-password" : "new-password";
  return (
    <Field label={label} required hint={hint} error={error}>
      {(control) => <input {...control} className="input" type="password" name={name} autoComplete={autoComplete} />}
    </Field>
  );
}

/** The error of each field; `form` is for errors of no field. */
type Mistake = Partial<Record<"currentPassword" | "newPassword" | "repeated" | "form", string>>;

function passwordsIn(form: HTMLFormElement) {
  const filled = new FormData(form);
  const text = (name: string) => String(filled.get(name) ?? "");
  return {
    currentPassword: text("currentPassword"),
    newPassword: text("newPassword"),
    repeated: text("repeated"),
  };
}

function mistakeIn(password: string, repeated: string): Mistake {
  const newPassword = passwordMistake(password);
  if (newPassword) return { newPassword };
  return password === repeated ? {} : { repeated: "The passwords don't match." };
}

function mistakeOf(error: Error): Mistake {
  const currentPassword = fieldMessage(error, "currentPassword");
  const newPassword = fieldMessage(error, "newPassword");
  if (currentPassword) return { currentPassword };
  return newPassword ? { newPassword } : { form: sentenceOf(error, "Failed to connect to server") };
}
