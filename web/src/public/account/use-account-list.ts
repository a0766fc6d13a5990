import { useEffect } from "react";
import { isSignedIn, subscribeSession } from "../../kit/session-flag";
import { useSite } from "../../site";
import { savedTools } from "../saved/saved-tools";
import { setCopy } from "./list-copy";

/** While the visitor is signed in, makes the saved tools follow the account. The code for that is loaded when idle. */
export function FollowAccount() {
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
