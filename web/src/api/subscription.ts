import { queryOptions } from "@tanstack/react-query";
import { answered, client } from "./openapi-client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];
export type Subscription = Schemas["Subscription"];
export type Choices = Pick<Subscription, "topics" | "cadence">;

/** Requests the newsletter. The answer is the same for an address that has it already. */
export async function requestNewsletter(body: Schemas["NewsletterRequestInput"]) {
  await client.POST("/api/newsletter", { body });
}

/** Confirms the subscription of a token. */
export async function confirmSubscription(token: string) {
  const { data } = await client.POST("/api/newsletter/confirm", { body: { token } });
  return answered(data);
}

/** The subscription of a token or, with an empty one, of the user who is signed in. */
export const subscriptionQuery = (token: string) =>
  queryOptions({
    queryKey: ["subscription", token],
    queryFn: async ({ signal }) => {
      const headers = token === "" ? {} : { "Newsletter-Token": token };
      const { data } = await client.GET("/api/newsletter/settings", { headers, signal });
      return answered(data);
    },
    refetchOnMount: "always",
  });

const body = (token: string) => (token === "" ? {} : { token });

/** Changes what a subscriber gets, and subscribes them if they are not. */
export async function changeSubscription(token: string, choices: Choices) {
  const { data } = await client.PUT("/api/newsletter/settings", { body: { ...body(token), ...choices } });
  return answered(data);
}

/** Ends a subscription. */
export async function unsubscribe(token: string) {
  await client.POST("/api/newsletter/leave", { body: body(token) });
}
