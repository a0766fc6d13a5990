import { IconMenu2, IconX } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Dialog } from "radix-ui";
import { type ReactNode, useRef, useState } from "react";
import { changePassword, type Me, type User } from "../api/auth";
import { siteQuery } from "../api/site";
import { FormActions, TextField, useEditor } from "../kit/admin/editor";
import { AdminLink } from "../kit/admin/screen";
import { homePath, useSession } from "../kit/admin/session";
import { useLeave } from "../kit/admin/unsaved";
import { useMatches } from "../kit/admin/viewport";
import { buttonStyle } from "../kit/button";
import { countOf } from "../kit/count";
import { closeOnEscape } from "../kit/focus";
import { type FieldErrors, passwordMistake, passwordRule } from "../kit/form-rules";
import { Modal } from "../kit/modal";
import { toast, toastError } from "../kit/toast";
import { AdminMenu, type AdminMenuProps, menuLines, useWaiting } from "./menu";
import { PaletteButton, PaletteDialogs, usePalette } from "./palette/use-palette";
import { isAdminScreen } from "./routes";

/** Where the window is narrower, the menu is in a drawer. */
const narrow = "(width < 64rem)";

interface AdminFrameProps {
  path: string;
  siteName: string;
  /** The signed-in user; the menu is hidden until the server has confirmed it. */
  me: Me | undefined;
  children: ReactNode;
}

/** The frame of the admin screens: navigation, account and sign-out. */
export function AdminFrame({ path, siteName, me, children }: AdminFrameProps) {
  const { data: site } = useQuery(siteQuery()); // requested together with the user
  const isNarrow = useMatches(narrow);
  const [isChangingPassword, setChangingPassword] = useState(false);
  const [isGoing, setGoing] = usePalette();
  const options = me && { has: { accounts: me.accounts, newsletter: site?.newsletter ?? false }, reads: me.reads };
  const menu =
    me && options ? (
      <Menu
        path={path}
        siteName={siteName}
        user={me.user}
        changePassword={() => setChangingPassword(true)}
        openPalette={() => setGoing(true)}
        {...options}
      />
    ) : null;
  return (
    <div className="lg:grid lg:grid-cols-[14.75rem_minmax(0,1fr)]">
      <header className="sticky top-0 z-30 bg-background max-lg:border-b max-lg:border-hairline lg:h-dvh lg:scroll-pb-32 lg:overflow-y-auto lg:border-r lg:border-hairline">
        {me ? (
          <a href="#main" className="skip-link">
            Skip to content
          </a>
        ) : null}
        {menu && isNarrow ? <Bar path={path} siteName={siteName} menu={menu} /> : menu}
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-320 px-4 pt-6 pb-16 sm:px-6 lg:px-11 lg:pt-7">
        {children}
        {me && isNarrow && path === homePath ? (
          <div className="mt-12 grid grid-cols-2 gap-2">
            {me.reads.includes("settings") ? (
              <AdminLink href="/admin/site-management" className={buttonStyle()}>
                Site Management
              </AdminLink>
            ) : null}
            <LogoutButton className={buttonStyle()} />
          </div>
        ) : null}
      </main>
      {options ? (
        <PaletteDialogs
          isOpen={isGoing}
          lines={menuLines(options)}
          actions={[
            { label: "View site", act: () => location.assign("/") },
            { label: "Change password", act: () => setChangingPassword(true) },
          ]}
          onClose={() => setGoing(false)}
        />
      ) : null}
      {me && isChangingPassword ? (
        <PasswordDialog email={me.user.email} onClose={() => setChangingPassword(false)} />
      ) : null}
    </div>
  );
}

function SiteName({ siteName }: Pick<AdminFrameProps, "siteName">) {
  return (
    <a
      href="/"
      className="truncate max-w-full py-2 rounded font-display text-[1.625rem] leading-7"
      aria-label={`${siteName}, the public site`}
    >
      {siteName}
      <span aria-hidden="true" className="text-brass">
        .
      </span>
    </a>
  );
}

interface AccountProps {
  user: User;
  changePassword: () => void;
}

interface MenuProps extends AdminMenuProps, AccountProps {
  openPalette: () => void;
  siteName: string;
}

/** The whole menu: the site's name, the links, the account. */
function Menu({ siteName, user, changePassword, openPalette, ...menu }: MenuProps) {
  return (
    <div className="flex min-h-full flex-col gap-5 lg:pt-5">
      <div className="grid px-6 max-lg:sticky max-lg:top-0 max-lg:z-1 max-lg:-mb-3 max-lg:bg-background max-lg:py-2 max-lg:pr-14">
        <SiteName siteName={siteName} />
      </div>
      <PaletteButton open={openPalette} />
      <AdminMenu {...menu} />
      <Account user={user} changePassword={changePassword} />
    </div>
  );
}

interface BarProps {
  path: string;
  siteName: string;
  menu: ReactNode;
}

/** The bar of a narrow window, with the button that opens the menu as a drawer. */
function Bar({ path, siteName, menu }: BarProps) {
  const [isOpen, setOpen] = useState(false);
  const leadsAway = useRef(false); // what it led to closed the menu, not its button
  const waiting = useWaiting();
  return (
    <div className="flex min-h-15 items-center gap-2 px-2 sm:px-4">
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <Dialog.Trigger
          aria-label={waiting ? `Menu, ${countOf(waiting, "submission")} waiting` : "Menu"}
          className="relative grid size-11 flex-none place-items-center rounded-lg"
        >
          <IconMenu2 size={22} aria-hidden="true" />
          {waiting ? <span className="absolute top-1.5 right-1.5 size-2 rounded-full bg-brass" /> : null}
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className="modal-ground" />
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-40 w-72 max-w-[85vw] border-r border-line bg-background focus:outline-none"
            onKeyDown={closeOnEscape(() => setOpen(false))}
            onClick={({ target }) => {
              const pressed = target instanceof Element ? target.closest("a, [aria-haspopup]") : null;
              leadsAway.current = pressed !== null;
              if (pressed) setOpen(false);
            }}
            onCloseAutoFocus={(event) => {
              if (!leadsAway.current) return;
              event.preventDefault(); // the focus belongs to the screen or the dialog that was opened
              if (!document.querySelector("[role=dialog]"))
                document.getElementById("main")?.focus({ preventScroll: true });
            }}
          >
            <Dialog.Title className="sr-only">Menu</Dialog.Title>
            <div className="h-full scroll-pt-18 scroll-pb-40 overflow-y-auto overscroll-contain">{menu}</div>
            <Dialog.Close aria-label="Close" className="modal-close z-1">
              <IconX size={18} aria-hidden="true" />
            </Dialog.Close>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <div className={`grid min-w-0 ${path === homePath ? "mr-40" : ""}`}>
        <SiteName siteName={siteName} />
      </div>
    </div>
  );
}

function LogoutButton({ className }: { className: string }) {
  const session = useSession();
  const leave = useLeave();
  const logout = useMutation({
    mutationFn: session.signOut,
    onSuccess: () => toast({ title: "Logged out", description: "You have been successfully logged out" }),
    onError: () => toastError("Error", "Failed to connect to server"),
  });
  return (
    <button type="button" className={className} disabled={logout.isPending} onClick={() => leave(logout.mutate)}>
      Logout
    </button>
  );
}

/** What stands in the line below the email address: three lines would hide more of the menu in a low window. */
const footLine =
  "min-h-11 flex-auto whitespace-nowrap rounded-lg px-2 py-1.5 text-left text-[0.8125rem] font-medium text-muted transition-[color] hover:text-text lg:min-h-8.5 [a&]:grid [a&]:content-center";

const accountPath = "/admin/account";
const emailLine =
  "block min-h-11 rounded-lg px-3 py-2.5 text-[0.8125rem] text-dim wrap-anywhere lg:min-h-8.5 lg:py-1.5";

/** The signed-in user, the public site, and buttons to change the password and to sign out. */
function Account({ user, changePassword }: AccountProps) {
  return (
    <div className="admin-foot">
      {isAdminScreen(accountPath) ? (
        <AdminLink
          href={accountPath}
          aria-label={`${user.email}, your account`}
          className={`${emailLine} hover:text-text`}
        >
          {user.email}
        </AdminLink>
      ) : (
        <p className={emailLine}>{user.email}</p>
      )}
      <div className="flex px-1">
        <a href="/" className={footLine}>
          View site
        </a>
        <button type="button" aria-haspopup="dialog" className={footLine} onClick={changePassword}>
          Password
        </button>
        <LogoutButton className={footLine} />
      </div>
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
