import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState, useSyncExternalStore } from "react";
import {
  accountQuery,
  cancelEmailChange,
  changeEmail,
  confirmEmail,
  endOtherSessions,
  rename,
} from "../../api/account";
import { changePassword } from "../../api/auth";
import { sentenceOf } from "../../api/fault";
import type { Account } from "../../api/schema.gen";
import { Badge } from "../../kit/badge";
import { Button, buttonStyle } from "../../kit/button";
import { countOf } from "../../kit/count";
import { Day } from "../../kit/day";
import { useFocusAfter } from "../../kit/focus";
import { EmailField, Form } from "../../kit/form";
import { anything, isCode, isEmail, isPassword, passwordMistake } from "../../kit/form-rules";
import { languageOf } from "../../kit/language";
import { toast, toastError } from "../../kit/toast";
import { savedTools, subscribeSaved } from "../saved/saved-tools";
import { CodeField, PasswordField, TextField } from "./fields";
import { whileSignedIn } from "./session";

/** A part of the account: its title at the left, its content at the right. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-4 border-t border-hairline py-8 md:grid-cols-[13rem_minmax(0,1fr)]"
    >
      <h2 id={id} className="font-display text-2xl/tight">
        {title}
      </h2>
      <div className="min-w-0 md:pt-1">{children}</div>
    </section>
  );
}

interface ChangeProps {
  /** The button that opens the form. */
  action: string;
  children: (close: () => void) => ReactNode;
}

/** A form that is shown when it is asked for. The focus goes into it, and returns to the button. */
function Change({ action, children }: ChangeProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div ref={useFocusAfter(isOpen)} className="max-w-md">
      {isOpen ? children(() => setIsOpen(false)) : <Button onClick={() => setIsOpen(true)}>{action}</Button>}
    </div>
  );
}

/** Returns a function that shows the account as a call has answered it. */
function useShowAccount() {
  const queries = useQueryClient();
  return (account: Account) => void queries.setQueryData(accountQuery().queryKey, account);
}

export function NameSection({ name }: { name: string }) {
  const show = useShowAccount();
  return (
    <Section title="Name">
      <div className="max-w-md">
        <Form
          label="Name"
          rules={{ name: anything }}
          send={async (values) => {
            show(await whileSignedIn(rename(values.name)));
            toast({ title: "Name saved" });
          }}
          tone="quiet"
          action="Save name"
          doing="Saving…"
        >
          <TextField
            name="name"
            label="Your name"
            hint="Never published."
            maxLength={200}
            autoComplete="name"
            value={name}
          />
        </Form>
      </div>
    </Section>
  );
}

export function PasswordSection({ email }: { email: string }) {
  const queries = useQueryClient();
  return (
    <Section title="Password">
      <Change action="Change password">
        {(close) => (
          <Form
            label="Change password"
            rules={{ currentPassword: isPassword, newPassword: passwordMistake }}
            send={async (passwords) => {
              await whileSignedIn(changePassword(passwords));
              void queries.invalidateQueries(accountQuery());
              close();
              toast({ title: "Password changed", description: "You've been signed out everywhere else." });
            }}
            action="Change password"
            doing="Changing…"
            onCancel={close}
          >
            <input type="hidden" name="username" autoComplete="username" value={email} />
            <PasswordField name="currentPassword" label="Current password" />
            <PasswordField name="newPassword" label="New password" isNew />
          </Form>
        )}
      </Change>
      <a href="/forgot" className="text-link mt-2 inline-flex min-h-11 items-center text-sm">
        Forgot your password?
      </a>
    </Section>
  );
}

interface EmailSectionProps {
  email: string;
  /** A new email that waits for its codes, or "". */
  pendingEmail: string;
}

/** The email, and its change, which is confirmed at both addresses. */
export function EmailSection({ email, pendingEmail }: EmailSectionProps) {
  return (
    <Section title="Email">
      <p className="mb-4 wrap-anywhere">{email}</p>
      <div ref={useFocusAfter(pendingEmail)}>
        {pendingEmail === "" ? <Request /> : <Confirm email={email} pendingEmail={pendingEmail} />}
      </div>
    </Section>
  );
}

function Request() {
  const show = useShowAccount();
  return (
    <Change action="Change email">
      {(close) => (
        <Form
          label="Change email"
          rules={{ email: isEmail, currentPassword: isPassword }}
          send={async (values) => show(await whileSignedIn(changeEmail(values)))}
          action="Send codes"
          doing="Sending…"
          onCancel={close}
        >
          <EmailField label="New email" autoComplete="email" />
          <PasswordField name="currentPassword" label="Current password" />
        </Form>
      )}
    </Change>
  );
}

function Confirm({ email, pendingEmail }: EmailSectionProps) {
  const show = useShowAccount();
  const cancel = useMutation({
    mutationFn: () => whileSignedIn(cancelEmailChange()),
    onSuccess: show,
    onError: (error) => toastError("Couldn't cancel the change", sentenceOf(error, tryAgain)),
  });
  return (
    <div className="max-w-md rounded-xl border border-line p-4 sm:p-5">
      <p className="mb-3 text-sm/relaxed text-muted">
        We've sent a code to each address, valid for 10 minutes. Enter both to change your email.
      </p>
      <Form
        label="Confirm your new email"
        rules={{ currentCode: isCode, newCode: isCode }}
        send={async (codes) => {
          show(await whileSignedIn(confirmEmail(codes)));
          toast({ title: "Email changed", description: `From now on, sign in with ${pendingEmail}.` });
        }}
        action="Change email"
        doing="Changing…"
        onCancel={() => cancel.mutate()}
      >
        <CodeField name="currentCode" label="Code from your current email" hint={`Sent to ${email}.`} />
        <CodeField name="newCode" label="Code from your new email" hint={`Sent to ${pendingEmail}.`} />
      </Form>
    </div>
  );
}

const tryAgain = "Please try again.";

/** Where the user is signed in. */
export function SessionsSection({ sessions }: { sessions: Account["sessions"] }) {
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () => whileSignedIn(endOtherSessions()),
    onSuccess: () => {
      toast({ title: "Signed out everywhere else" });
      return queries.invalidateQueries(accountQuery());
    },
    onError: (error) => toastError("Couldn't sign out elsewhere", sentenceOf(error, "Please try again.")),
  });
  const ordered = [...sessions].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return (
    <Section title="Sessions">
      <ul className="grid gap-4">
        {ordered.map(({ startedAt, lastUsedAt, isCurrent }) => (
          <li key={startedAt}>
            <p className="font-medium">{isCurrent ? "This browser" : "Another browser"}</p>
            <p className="mt-1 text-sm text-muted">
              Signed in <Moment at={startedAt} />, last used <Moment at={lastUsedAt} />
            </p>
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Button className="mt-5" disabled={end.isPending} onClick={() => end.mutate()}>
          {end.isPending ? "Signing out…" : "Sign out everywhere else"}
        </Button>
      ) : null}
    </Section>
  );
}

/** A time in the visitor's zone. */
function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{new Date(at).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" })}</time>;
}

export function SavedSection() {
  const count = useSyncExternalStore(subscribeSaved, savedTools).length;
  return (
    <Section title="Saved tools">
      <p className="mb-4">
        {count === 0 ? "Nothing saved yet. Press the bookmark on any tool to save it." : `${countOf(count, "tool")}.`}
      </p>
      <a href={count === 0 ? "/" : "/saved"} className={buttonStyle()}>
        {count === 0 ? "Browse the tools" : "View saved tools"}
      </a>
    </Section>
  );
}

const statuses = {
  pending: { label: "In review", tone: "unknown" },
  approved: { label: "Approved", tone: "free" },
  rejected: { label: "Not listed", tone: "premium" },
} as const;

/** The tools that the user has submitted, each with its status. */
export function SubmissionsSection({ submissions }: { submissions: Account["submissions"] }) {
  return (
    <Section title="My submissions">
      {submissions.length === 0 ? (
        <>
          <p className="mb-4">Tools you submit will appear here.</p>
          <a href="/submit" className={buttonStyle()}>
            Submit AI tool
          </a>
        </>
      ) : (
        <ul className="-mt-3 divide-y divide-hairline">
          {submissions.map(({ productName, status, statusPath, productSlug, createdAt }) => (
            <li key={statusPath} className="flex flex-wrap items-center justify-between gap-x-6 py-3">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span {...languageOf(productName)} className="min-w-0 font-medium wrap-anywhere">
                    {productName}
                  </span>
                  <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>
                </p>
                <p className="mt-1 text-sm text-muted">
                  Submitted on <Day at={createdAt} />
                </p>
              </div>
              <p className="flex flex-wrap gap-x-5 text-sm">
                <a href={statusPath} className={listLink}>
                  View status <span className="sr-only">of {productName}</span>
                </a>
                {productSlug === "" ? null : (
                  <a href={`/products/${encodeURIComponent(productSlug)}`} className={listLink}>
                    View listing <span className="sr-only">of {productName}</span>
                  </a>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const listLink = "text-link inline-flex min-h-11 items-center";
