import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { screens } from "../admin-features";
import { changePassword, type Me, type User } from "../api/auth";
import { siteQuery } from "../api/site";
import { FormActions, TextField, useEditor } from "../kit/admin/editor";
import { AdminLink } from "../kit/admin/screen";
import { homePath, useSession } from "../kit/admin/session";
import { useLeave } from "../kit/admin/unsaved";
import { Button } from "../kit/button";
import { type FieldErrors, passwordMistake, passwordRule } from "../kit/form-rules";
import { Modal } from "../kit/modal";
import { toast, toastError } from "../kit/toast";

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
    onError: () => toastError("Error", "Failed to connect to server"),
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
      {isChanging ? <PasswordDialog email={user.email} onClose={() => setIsChanging(false)} /> : null}
    </div>
  );
}

interface PasswordDialogProps {
  email: string;
  onClose: () => void;
}

/** Changes the password of the signed-in user. */
function PasswordDialog({ email, onClose }: PasswordDialogProps) {
  const { form, text, isSaving } = useEditor({
    opened: { currentPassword: "", newPassword: "", repeated: "" },
    check: mistakesIn,
    save: ({ currentPassword, newPassword }) => changePassword({ currentPassword, newPassword }),
    onSaved: () => {
      toast({ title: "Password changed", description: "You've been signed out everywhere else." });
      onClose();
    },
    failure: "Couldn't change the password",
  });
  return (
    <Modal
      firm
      open
      onClose={onClose}
      title="Change password"
      description="You'll be signed out elsewhere and your API tokens revoked. You stay signed in here."
    >
      <form {...form} className="mt-5">
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <TextField
          {...text("currentPassword")}
          label="Current password"
          required
          type="password"
          autoComplete="current-password"
        />
        <TextField {...text("newPassword")} {...newPassword} label="New password" hint={passwordRule} />
        <TextField {...text("repeated")} {...newPassword} label="Repeat the new password" />
        <FormActions action="Change password" doing="Changing..." isSending={isSaving} onCancel={onClose} />
      </form>
    </Modal>
  );
}

const newPassword = { type: "password", autoComplete: "new-password", required: true };

function mistakesIn({ newPassword, repeated }: { newPassword: string; repeated: string }): FieldErrors {
  const mistake = passwordMistake(newPassword);
  if (mistake) return { newPassword: mistake };
  return newPassword === repeated ? {} : { repeated: "The passwords don't match." };
}
