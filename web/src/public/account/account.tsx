import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { accountQuery, exportPath } from "../../api/account";
import { hasStatus, sentenceOf } from "../../api/fault";
import type { Account as AccountData } from "../../api/schema.gen";
import { Button, buttonStyle } from "../../kit/button";
import { useHydrated } from "../../kit/hydrated";
import { Failed } from "../../kit/page-state";
import { isSignedIn } from "../../kit/session-flag";
import { Skeleton } from "../../kit/skeleton";
import { toastError } from "../../kit/toast";
import { accountSections } from "../../parts/account-sections";
import { useSite } from "../../site";
import {
  EmailSection,
  NameSection,
  PasswordSection,
  SavedSection,
  Section,
  SessionsSection,
  SubmissionsSection,
} from "./sections";
import { askToSignIn, signOut, whileSignedIn } from "./session";

/** The visitor's account; whoever isn't signed in is asked to sign in first. */
export function Account() {
  const isInBrowser = useHydrated(); // who is signed in is known there only
  return (
    <div className="page-width min-h-dvh pt-12">
      <div className="mx-auto max-w-4xl">{isInBrowser ? <Content /> : <Loading />}</div>
    </div>
  );
}

function Content() {
  const hasSession = isSignedIn();
  const { data, error, refetch } = useQuery({ ...accountQuery(), enabled: hasSession, refetchOnMount: "always" });
  const isSignedOut = !hasSession || hasStatus(error, 401);
  useEffect(() => {
    if (isSignedOut) askToSignIn();
  }, [isSignedOut]);
  if (isSignedOut) return <Loading />;
  if (data) return <Sections account={data} />;
  return error ? <Failed level="h1" title="Couldn't load your account" retry={refetch} /> : <Loading />;
}

function Sections({ account }: { account: AccountData }) {
  const site = useSite();
  const { user, pendingEmail, submissions, sessions } = account;
  const ofOthers = accountSections.filter(({ isShown }) => isShown(site));
  return (
    <>
      <div className="mb-10 flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="min-w-0">
          <Title />
          <p className="mt-3 text-muted wrap-anywhere">Signed in as {user.email}.</p>
        </div>
        <div className="flex flex-wrap gap-3">
          {user.isAdmin ? (
            <a href="/admin" className={buttonStyle()}>
              Open admin
            </a>
          ) : null}
          <SignOut />
        </div>
      </div>
      <SavedSection />
      <SubmissionsSection submissions={submissions} />
      <NameSection name={user.name} />
      <EmailSection email={user.email} pendingEmail={pendingEmail} />
      <PasswordSection email={user.email} />
      {ofOthers.map(({ title, Content }) => (
        <Section key={title} title={title}>
          <Content email={user.email} during={whileSignedIn} />
        </Section>
      ))}
      <SessionsSection sessions={sessions} />
      <DataSection />
    </>
  );
}

function Title() {
  return <h1 className="page-title font-display">Your account</h1>;
}

function SignOut() {
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () => signOut(queries),
    onError: (error) => toastError("Couldn't sign out", sentenceOf(error, "Connection lost. Please try again.")),
  });
  return (
    <Button disabled={end.isPending} onClick={() => end.mutate()}>
      {end.isPending ? "Signing out…" : "Sign out"}
    </Button>
  );
}

function Loading() {
  return (
    <>
      <Title />
      <div role="status" className="mt-10">
        <span className="sr-only">Loading your account</span>
        <Skeleton className="h-32 w-full rounded-2xl" />
        <Skeleton className="mt-6 h-32 w-full rounded-2xl" />
      </div>
      <p className="mt-6 hidden noscript:block">This page needs JavaScript.</p>
    </>
  );
}

/** Excluded on the server, whose single script would otherwise include it. */
const DeleteDialog = import.meta.env.SSR ? () => null : lazy(() => import("./delete-dialog"));

/** Takes the user's data along, or deletes it with the account. */
function DataSection() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Section title="Your data">
      <p className="mb-4 max-w-xl">Download your data (JSON), or delete your account.</p>
      <div className="flex flex-wrap gap-3">
        <a href={exportPath} download className={buttonStyle()}>
          Download my data
        </a>
        <Button tone="danger" onClick={() => setIsAsking(true)}>
          Delete account
        </Button>
      </div>
      {isAsking ? (
        <Suspense>
          <DeleteDialog onClose={() => setIsAsking(false)} />
        </Suspense>
      ) : null}
    </Section>
  );
}
