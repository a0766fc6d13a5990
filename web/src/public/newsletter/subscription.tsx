import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocationProperty } from "wouter/use-browser-location";
import { sentenceOf } from "../../api/fault";
import type { Subscription } from "../../api/schema.gen";
import { type Choices, changeSubscription, subscriptionQuery, unsubscribe } from "../../api/subscription";
import { Button } from "../../kit/button";

/** What can be done with a subscription: each call shows its result. `during` wraps the calls, to notice an ended session. */
export function useSubscription(token: string, during = <Answer,>(call: Promise<Answer>) => call) {
  const queries = useQueryClient();
  const { queryKey } = subscriptionQuery(token);
  const show = (subscription: Subscription) => void queries.setQueryData(queryKey, subscription);
  return {
    /** Saves what a subscriber gets, and subscribes them if they are not. */
    change: async (choices: Choices) => show(await during(changeSubscription(token, choices))),
    leave: async (subscription: Subscription) => {
      await during(unsubscribe(token));
      show({ ...subscription, status: "unsubscribed" });
    },
  };
}

/** Says why somebody gets no newsletter. */
export function whyNot({ email, status }: Subscription): string {
  if (status === "refused") return `Emails to ${email} bounced, so we've stopped sending them.`;
  if (status === "unsubscribed") return `${email} is unsubscribed.`;
  return "You're not subscribed.";
}

/** The token of a link in an email, which is in the fragment: servers never see it. Empty without one. */
export const useToken = () =>
  useLocationProperty(
    () => location.hash.slice(1),
    () => "",
  );

interface CallButtonProps {
  action: string;
  /** The label while the call is under way. */
  doing: string;
  tone?: "brass" | "quiet" | "danger";
  /** It is as wide as its place. */
  wide?: boolean;
  call: () => Promise<unknown>;
}

/** A button that makes one call, and says below why it failed. */
export function CallButton({ action, doing, tone = "quiet", wide = false, call }: CallButtonProps) {
  const [isCalling, setIsCalling] = useState(false);
  const [failure, setFailure] = useState("");
  const onClick = async () => {
    if (isCalling) return;
    setIsCalling(true);
    setFailure("");
    try {
      await call();
    } catch (error) {
      setFailure(sentenceOf(error, "Connection lost. Please try again."));
    }
    setIsCalling(false);
  };
  return (
    <>
      {/* A disabled button would lose the focus. */}
      <Button
        tone={tone}
        size={wide ? "large" : "normal"}
        aria-disabled={isCalling}
        className={`aria-disabled:opacity-60 ${wide ? "w-full" : ""}`}
        onClick={onClick}
      >
        {isCalling ? doing : action}
      </Button>
      <p role="alert" className="min-h-6 basis-full py-1 text-sm text-danger">
        {failure}
      </p>
    </>
  );
}
