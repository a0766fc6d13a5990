import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { screens } from "../admin-features";
import { changePassword, type Me, type User } from "../api/auth";
import { fieldMessage, sentenceOf } from "../api/fault";
import { siteQuery } from "../api/site";
import { FormActions } from "../kit/admin/editor";
import { AdminLink } from "../kit/admin/screen";
import { homePath, useSession } from "../kit/admin/session";
import { useLeave } from "../kit/admin/unsaved";
import { Button } from "../kit/button";
import { Field } from "../kit/field";
import { passwordMistake, passwordRule } from "../kit/form-rules";
import { Modal } from "../kit/modal";
import { toast } from "../kit/toast";

/** The width of the bar and of the screens. */
const layout = "mx-auto w-full max-w-320 px-4 sm:px-6 lg:px-10";

interface AdminFrameProps {
  path: string;
  siteName: string;
  /** The signed-in user; the bar is hidden until the server has confirmed it. */
  me: Me | undefined;
  children: ReactNode;
}

/** The frame of the admin screens: navigation, account and sign-out. */
export function AdminFrame({ path, siteName, me, children }: AdminFrameProps) {
  const { data: site } = useQuery(siteQuery()); // requested together with the user
  return (
    <>
      {me ? <AdminBar path={path} siteName={siteName} me={me} hasNewsletter={site?.newsletter ?? false} /> : null}
      <main id="main" tabIndex={-1} className={`${layout} pt-6 pb-16`}>
        {children}
      </main>
    </>
  );
}

interface AdminBarProps {
  path: string;
  siteName: string;
  me: Me;
  hasNewsletter: boolean;
}

function AdminBar({ path, siteName, me, hasNewsletter }: AdminBarProps) {
  const has = { accounts: me.accounts, newsletter: hasNewsletter };
  const shown = screens.filter(
    ({ needs, isBelowProducts }) => !isBelowProducts && (!needs || needs.some((part) => has[part])),
  );
  const isBelowProducts = screens.some((screen) => screen.isBelowProducts && screen.path === path);
  return (
    <header className="sticky z-30 top-0 border-b border-hairline bg-background">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <div
        className={`${layout} grid grid-cols-[1fr_auto] items-center pt-2 min-[56rem]:grid-cols-[auto_auto_1fr] min-[56rem]:gap-8 min-[56rem]:h-14 min-[56rem]:pt-0`}
      >
        <a
          href="/"
          className="truncate justify-self-start max-w-full py-2 rounded font-display text-[1.5rem] leading-7"
          aria-label={`${siteName}, the public site`}
        >
          {siteName}
          <span aria-hidden="true" className="text-brass">
            .
          </span>
        </a>
        <nav
          aria-label="Admin"
          className="flex max-[27rem]:flex-wrap row-2 col-span-full justify-between overflow-x-auto -mx-1.5 [scrollbar-width:none] min-[56rem]:row-auto min-[56rem]:col-auto min-[56rem]:justify-start"
        >
          <SectionLink href={homePath} isCurrent={path === homePath ? "page" : isBelowProducts || undefined}>
            Products
          </SectionLink>
          {shown.map(({ path: href, title, short = title }) => (
            <SectionLink key={href} href={href} isCurrent={path === href ? "page" : undefined}>
              {short}
              {short === title ? null : <span className="admin-link-rest">{title.slice(short.length)}</span>}
            </SectionLink>
          ))}
        </nav>
        <Account user={me.user} />
      </div>
    </header>
  );
}

interface SectionLinkProps {
  href: string;
  isCurrent: "page" | true | undefined;
  children: ReactNode;
}

function SectionLink({ href, isCurrent, children }: SectionLinkProps) {
  return (
    <AdminLink
      href={href}
      aria-current={isCurrent}
      className="admin-link relative inline-flex min-h-11 items-center rounded-md font-medium text-muted whitespace-nowrap transition-[color] hover:text-text aria-[current]:text-text"
    >
      {children}
    </AdminLink>
  );
}

/** The signed-in user, with buttons to change the password and to sign out. */
function Account({ user }: { user: User }) {
  const session = useSession();
  const leave = useLeave();
  const [isChanging, setIsChanging] = useState(false);
  const logout = useMutation({
    mutationFn: session.signOut,
    onSuccess: () => toast({ title: "Logged out", description: "You have been successfully logged out" }),
    onError: () => toast({ title: "Error", description: "Failed to connect to server", tone: "destructive" }),
  });
  return (
    <div className="flex items-center justify-end gap-1">
      <span
        className="truncate hidden w-0 flex-1 text-right text-dim text-[0.8125rem] min-[74rem]:block"
        title={user.email}
      >
        {user.email}
      </span>
      <Button tone="bare" size="small" onClick={() => setIsChanging(true)}>
        Password
      </Button>
      <Button size="small" disabled={logout.isPending} onClick={() => leave(logout.mutate)}>
        Logout
      </Button>
      <PasswordDialog open={isChanging} email={user.email} onClose={() => setIsChanging(false)} />
    </div>
  );
}

interface PasswordDialogProps {
  email: string;
  open: boolean;
  onClose: () => void;
}

/** Changes the password of the signed-in user. */
function PasswordDialog({ email, open, onClose }: PasswordDialogProps) {
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
