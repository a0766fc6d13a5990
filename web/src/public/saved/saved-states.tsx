import type { ReactNode } from "react";
import { Button, buttonStyle } from "../../kit/button";
import { useSignedIn } from "../../kit/session-flag";
import { Skeleton } from "../../kit/skeleton";
import { useSite } from "../../site";

interface PageProps {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  isLoading?: boolean;
  error?: Error | null;
  retry?: () => void;
  children?: ReactNode;
}

/** The page with its list, or what is shown while there is none. */
export function Page({ title, note = "", actions, isLoading = false, error, retry, children }: PageProps) {
  return (
    <>
      <h1 className="font-display text-[clamp(2.25rem,1.6rem+2.6vw,3.5rem)] leading-[1.04] tracking-[-0.015em]">
        {title}
      </h1>
      <p className="mt-3 min-h-6 text-muted">{note}</p>
      <div className="mt-6 mb-8 flex min-h-11 flex-wrap items-center gap-3">{actions}</div>
      {isLoading ? <Loading /> : null}
      {error ? <Failed retry={retry} /> : null}
      {isLoading || error ? null : children}
    </>
  );
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">Loading your saved tools</span>
      <Skeleton className="h-72 w-full rounded-2xl" />
    </div>
  );
}

function Failed({ retry }: { retry: (() => void) | undefined }) {
  return (
    <div className="state-panel" role="alert">
      <h2 className="font-display text-3xl">Couldn't load the tools</h2>
      <p className="mt-2 text-muted">Your list itself is safe.</p>
      <Button tone="brass" className="mt-6" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}

export function NothingSaved() {
  const isSignedIn = useSignedIn();
  return (
    <div className="state-panel">
      <h1 className="font-display text-3xl">Nothing saved yet</h1>
      <p className="mt-2 text-balance text-muted">
        Press the bookmark on a tool to keep it here.{" "}
        {isSignedIn
          ? "Your list is in your account, on all your devices."
          : "Your list stays in this browser, without an account."}
        {isSignedIn ? null : <WayToAccount />}
      </p>
      <a href="/" className={buttonStyle({ tone: "brass", className: "mt-6" })}>
        Browse the tools
      </a>
    </div>
  );
}

export function WayToAccount() {
  return useSite()?.accounts ? (
    <>
      {" "}
      <a
        href="/sign-in"
        className="-my-2.5 inline-block py-2.5 text-text underline underline-offset-3 hover:text-brass"
      >
        Sign in to keep it on all devices
      </a>
    </>
  ) : null;
}
