import { useEffect } from "react";
import { isSignedIn, subscribeSession, useSignedIn } from "../../kit/session-flag";
import { type Feature, lazyRoute, type Route } from "../../route";
import { useSite } from "../../site";
import { useVisit, type Visit } from "../../visit";
import { savedTools } from "../saved/saved-tools";
import { setCopy } from "./list-copy";

export const accountFeature: Feature = {
  pages: accountPages,
  account: [AccountLink],
  everyPage: [FollowAccount],
};

/** The screen to sign in leads to any other page that is known. */
function accountPages(isKnown: (path: string) => boolean): Route[] {
  return [
    lazyRoute("/sign-up", async () => (await import("./sign-up")).SignUp, "Create account"),
    lazyRoute(
      "/sign-in",
      async () => {
        const { SignIn } = await import("./sign-in");
        return ({ visit }: { visit: Visit }) => <SignIn visit={visit} isKnown={isKnown} />;
      },
      "Sign in",
    ),
    lazyRoute("/verify", async () => (await import("./verify")).Verify, "Confirm your email"),
    lazyRoute("/forgot", async () => (await import("./forgot")).Forgot, "Reset your password"),
    lazyRoute("/account", async () => (await import("./account")).Account, "Your account"),
  ].map((route) => ({ ...route, needs: "accounts" }));
}

/** The way in, or to the account. With a class it is an icon, whose size stays the same. */
function AccountLink({ className }: { className?: string }) {
  const { path } = useVisit();
  const [href, label] = useSignedIn() ? ["/account", "Account"] : ["/sign-in", "Sign in"];
  return (
    <a
      href={href}
      className={className}
      data-tooltip={className ? label : undefined}
      aria-current={href === path ? "page" : undefined}
    >
      <span className={className ? "sr-only" : undefined}>{label}</span>
    </a>
  );
}

/** While the visitor is signed in, makes the saved tools follow the account. The code for that is loaded when idle. */
function FollowAccount() {
  const hasAccounts = useSite()?.accounts;
  useEffect(() => (hasAccounts ? followSession() : undefined), [hasAccounts]);
  return null;
}

function followSession(): () => void {
  let stop = () => {};
  const update = () => {
    stop();
    if (isSignedIn()) stop = followWhenIdle();
    else setCopy(false);
  };
  update();
  const unsubscribe = subscribeSession(update);
  return () => {
    unsubscribe();
    stop();
  };
}

function followWhenIdle(): () => void {
  const before = savedTools();
  const ended = new AbortController();
  const follow = async () => {
    const { followAccount } = await import("./account-list");
    if (!ended.signal.aborted) ended.signal.addEventListener("abort", followAccount(before));
  };
  whenIdle(() => void follow().catch(() => undefined)); // without its script the list stays in this browser
  return () => ended.abort();
}

/** Safari has no idle callbacks. */
const whenIdle: (callback: () => unknown) => void = (callback) =>
  "requestIdleCallback" in window ? requestIdleCallback(callback, { timeout: 2000 }) : setTimeout(callback);
