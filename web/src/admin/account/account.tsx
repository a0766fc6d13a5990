import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ownAccountQuery } from "../../api/own-account";
import type { OwnAccount, OwnSession } from "../../api/schema.gen";
import { Card } from "../../kit/admin/card";
import { momentOf } from "../../kit/admin/days";
import { EditorFooter, FormActions, TextField, useEditor } from "../../kit/admin/editor";
import { Loaded, LoadingRows } from "../../kit/admin/list";
import { CallQuestion, useCall } from "../../kit/admin/question";
import { GuideLink, ScreenHead } from "../../kit/admin/screen";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { useFocusAfter } from "../../kit/focus";
import { type FieldErrors, isCode, isEmail, isPassword } from "../../kit/form-rules";
import { toast } from "../../kit/toast";
import {
  accountChanged,
  cancelEmailChange,
  changeEmail,
  confirmEmail,
  endOtherSessions,
  endSession,
  rename,
} from "./api";
import { TokensCard } from "./tokens";
import { TwoFactorCard } from "./two-factor";

/** The signed-in administrator's own account. */
export default function OwnAccountScreen() {
  const account = useQuery({ ...ownAccountQuery(), refetchOnMount: "always" });
  return (
    <>
      <ScreenHead title="Your account">How you sign in, and what acts for you.</ScreenHead>
      <Loaded query={account} failure="Couldn't load your account" loading={<LoadingRows what="your account" />}>
        {(account) => (
          <div className="mt-6 grid items-start gap-5 xl:grid-cols-2">
            <div className="grid min-w-0 gap-5">
              <NameCard name={account.user.name} role={account.role} />
              <EmailCard {...account} />
              <TwoFactorCard status={account.twoFactor} />
            </div>
            <div className="grid min-w-0 gap-5">
              <SessionsCard sessions={account.sessions} />
              <TokensCard tokens={account.tokens} role={account.role} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

function NameCard({ name, role }: { name: string; role: string }) {
  const queries = useQueryClient();
  const { form, text, isChanged, isSaving } = useEditor({
    opened: { name },
    save: ({ name }) => rename(name),
    onSaved: async () => {
      await accountChanged(queries);
      toast({ title: "Name saved" });
    },
    failure: "Couldn't save your name",
  });
  return (
    <Card title="Name">
      <p className="mb-4 text-[0.875rem] text-muted">
        Your role is <span className="text-text">{role}</span>. An owner can change it.
      </p>
      <form {...form}>
        <TextField
          {...text("name")}
          label="Your name"
          hint="Shown to the other people who run this site."
          maxLength={200}
          autoComplete="name"
        />
        <EditorFooter isChanged={isChanged}>
          <Button type="submit" disabled={isSaving}>
            {isSaving ? "Saving..." : "Save name"}
          </Button>
        </EditorFooter>
      </form>
    </Card>
  );
}

/** The email, and its change, which is confirmed at both addresses. */
function EmailCard({ user, pendingEmail, sendsEmail }: OwnAccount) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Email">
      <p className="mb-4 wrap-anywhere">{user.email}</p>
      <div ref={useFocusAfter(`${isOpen} ${pendingEmail}`)}>
        {pendingEmail !== "" ? (
          <ConfirmEmail email={user.email} pendingEmail={pendingEmail} />
        ) : isOpen ? (
          <RequestEmail onClose={() => setOpen(false)} />
        ) : sendsEmail ? (
          <Button onClick={() => setOpen(true)}>Change email</Button>
        ) : (
          <p className="text-[0.875rem] text-muted">
            To change it, this site needs to <GuideLinkTo page="email">send email</GuideLinkTo>: codes confirm it at
            both addresses.
          </p>
        )}
      </div>
    </Card>
  );
}

const GuideLinkTo = ({ page, children }: { page: string; children: string }) => (
  <GuideLink page={page} className="underline underline-offset-3 hover:text-text">
    {children}
  </GuideLink>
);

const mistakesOf = (rules: [string, string | undefined][]): FieldErrors =>
  Object.fromEntries(rules.filter(([, mistake]) => mistake));

function RequestEmail({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const { form, text, isSaving } = useEditor({
    opened: { email: "", currentPassword: "" },
    check: ({ email, currentPassword }) =>
      mistakesOf([
        ["email", isEmail(email)],
        ["currentPassword", isPassword(currentPassword)],
      ]),
    save: ({ email, currentPassword }) => changeEmail({ email: email.trim(), currentPassword }),
    onSaved: () => accountChanged(queries),
    failure: "Couldn't change your email",
  });
  return (
    <form {...form}>
      <TextField {...text("email")} label="New email" type="email" required autoComplete="email" />
      <TextField
        {...text("currentPassword")}
        label="Current password"
        type="password"
        required
        autoComplete="current-password"
      />
      <FormActions action="Send codes" doing="Sending..." isSending={isSaving} onCancel={onClose} />
    </form>
  );
}

function ConfirmEmail({ email, pendingEmail }: { email: string; pendingEmail: string }) {
  const queries = useQueryClient();
  const { form, text, isSaving } = useEditor({
    opened: { currentCode: "", newCode: "" },
    check: ({ currentCode, newCode }) =>
      mistakesOf([
        ["currentCode", isCode(currentCode)],
        ["newCode", isCode(newCode)],
      ]),
    save: confirmEmail,
    onSaved: async () => {
      await accountChanged(queries);
      toast({ title: "Email changed", description: "You've been signed out everywhere else." });
    },
    failure: "Couldn't change your email",
  });
  const cancel = useCall(cancelEmailChange, {
    done: () => ({ title: "Email stays as it is" }),
    changed: accountChanged,
    failure: "Couldn't cancel the change",
  });
  return (
    <form {...form}>
      <p className="mb-4 text-[0.875rem] text-muted wrap-anywhere">
        We sent a code to each address. They work for ten minutes.
      </p>
      <TextField {...text("currentCode")} label={`Code sent to ${email}`} required autoComplete="one-time-code" />
      <TextField {...text("newCode")} label={`Code sent to ${pendingEmail}`} required />
      <FormActions action="Change email" doing="Changing..." isSending={isSaving} onCancel={() => cancel.mutate()} />
    </form>
  );
}

function SessionsCard({ sessions }: { sessions: OwnSession[] }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title="Sessions">
      <p className="text-[0.875rem] text-muted">
        Where you're signed in. If you don't know one, sign it out and change your password.
      </p>
      <ul aria-label="Sessions" className="mt-3 divide-y divide-hairline">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Button className="mt-3" onClick={() => setAsking(true)}>
          Sign out everywhere else
        </Button>
      ) : null}
      {isAsking ? (
        <CallQuestion
          title="Sign out everywhere else?"
          description="You stay signed in here. Your API tokens keep working."
          action="Sign out"
          doing="Signing out..."
          call={endOtherSessions}
          changed={accountChanged}
          done={() => ({ title: "Signed out everywhere else" })}
          failure="Couldn't sign out the other sessions"
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Card>
  );
}

function SessionRow({ session }: { session: OwnSession }) {
  const { id, device, lastUsedAt, isCurrent } = session;
  const name = device === "" ? "Unknown browser" : device;
  const end = useCall(() => endSession(id), {
    done: () => ({ title: "Session signed out", description: name }),
    changed: accountChanged,
    failure: "Couldn't sign out this session",
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-[0.9375rem]">
          {name} {isCurrent ? <Badge>This browser</Badge> : null}
        </p>
        <p className="text-[0.8125rem] text-dim">Last used {momentOf(lastUsedAt)}</p>
      </div>
      {isCurrent ? null : (
        <Button
          size="small"
          tone="bare"
          className="aria-disabled:opacity-50"
          aria-disabled={end.isPending}
          onClick={() => end.isPending || end.mutate()}
        >
          {end.isPending ? "Signing out..." : "Sign out"} <span className="sr-only">{name}</span>
        </Button>
      )}
    </li>
  );
}
