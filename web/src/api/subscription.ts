import { queryOptions } from "@tanstack/react-query";
import { answered, client } from "./openapi-client";
import type { NewsletterRequestInput, Subscription } from "./schema.gen";

export type Choices = Pick<Subscription, "topics" | "cadence">;

/** Requests the newsletter. The answer is the same for an address that has it already. */
export const requestNewsletter = (body: NewsletterRequestInput) => client.POST("/api/newsletter", { body });

/** Confirms the subscription of a token. */
export const confirmSubscription = (token: string) =>
  answered(client.POST("/api/newsletter/confirm", { body: { token } }));

/** The subscription of a token or, with an empty one, of the user who is signed in. */
export const subscriptionQuery = (token: string) =>
  queryOptions({
    queryKey: ["subscription", token],
    queryFn: ({ signal }) => {
      const headers = token === "" ? {} : { "Newsletter-Token": token };
      return answered(client.GET("/api/newsletter/settings", { headers, signal }));
    },
    refetchOnMount: "always",
  });

const body = (token: string) => (token === "" ? {} : { token });

/** Changes what a subscriber gets, and subscribes them if they are not. */
export const changeSubscription = (token: string, choices: Choices) =>
  answered(client.PUT("/api/newsletter/settings", { body: { ...body(token), ...choices } }));

/** Ends a subscription. */
export const unsubscribe = (token: string) => client.POST("/api/newsletter/leave", { body: body(token) });
