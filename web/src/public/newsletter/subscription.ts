import { useQueryClient } from "@tanstack/react-query";
import {
  type Choices,
  changeSubscription,
  type Subscription,
  subscriptionQuery,
  unsubscribe,
} from "../../api/subscription";

/** What can be done with a subscription: each call shows its result. `during` wraps the calls, to notice an ended session. */
export function useSubscription(token: string, during = <Answer>(call: Promise<Answer>) => call) {
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
  if (status === "refused") return `Mail to ${email} was refused too often, so we've stopped sending it.`;
  if (status === "unsubscribed") return `${email} is unsubscribed.`;
  return `${email} doesn't get the newsletter.`;
}
