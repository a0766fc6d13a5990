import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sentenceOf } from "../../api/fault";
import { type Subscription, subscriptionQuery } from "../../api/subscription";
import { Button } from "../../kit/button";
import { Form } from "../../kit/form";
import { anything } from "../../kit/form-rules";
import { Skeleton } from "../../kit/skeleton";
import { toast } from "../../kit/toast";
import { useSite } from "../../site";
import { CallButton } from "../newsletter/call-button";
import { choicesOf, inWords, useChoices } from "../newsletter/choices";
import { consent } from "../newsletter/consent";
import { useSubscription, whyNot } from "../newsletter/subscription";
import { Section, useFocusAfter } from "./section";
import { whileSignedIn } from "./session";

/** The newsletter to the account's email, which is known to be the user's: nothing has to be confirmed. */
export function NewsletterSection({ email }: { email: string }) {
  const { data, error, refetch } = useQuery(subscriptionQuery(""));
  return (
    <Section title="Newsletter">
      {data ? <Known subscription={{ ...data, email }} /> : null}
      {error && !data ? <Failed error={error} retry={() => void refetch()} /> : null}
      {data || error ? null : <Skeleton className="h-10 w-56" />}
    </Section>
  );
}

function Known({ subscription }: { subscription: Subscription }) {
  const site = useSite();
  const { change, leave } = useSubscription("", whileSignedIn);
  const isSubscribed = subscription.status === "confirmed";
  const [isChanging, setIsChanging] = useState(false);
  const part = useFocusAfter(isSubscribed && isChanging ? "changing" : isSubscribed);
  if (isSubscribed && isChanging)
    return (
      <div ref={part} className="-mt-2 max-w-xl">
        <ChoicesForm subscription={subscription} close={() => setIsChanging(false)} />
      </div>
    );
  return (
    <div ref={part}>
      <p className="mb-4 wrap-anywhere">
        {isSubscribed ? `Sent to ${subscription.email} ${inWords(subscription, site)}.` : whyNot(subscription)}
      </p>
      {isSubscribed ? (
        <div className="flex flex-wrap gap-x-3">
          <Button onClick={() => setIsChanging(true)}>Change</Button>
          <CallButton action="Unsubscribe" doing="Unsubscribing…" call={() => leave(subscription)} />
        </div>
      ) : (
        <>
          <p className="mb-4 max-w-prose text-sm/relaxed text-muted">{consent}</p>
          <CallButton action="Subscribe" doing="Subscribing…" call={() => change(choicesOf(subscription, site))} />
        </>
      )}
    </div>
  );
}

function ChoicesForm({ subscription, close }: { subscription: Subscription; close: () => void }) {
  const { change } = useSubscription("", whileSignedIn);
  const { fields, chosen } = useChoices(subscription);
  return (
    <Form
      label="Newsletter"
      rules={{ cadence: anything }}
      send={async ({ cadence }) => {
        await change(chosen(cadence));
        close();
        toast({ title: "Newsletter settings saved" });
      }}
      action="Save"
      doing="Saving…"
      onCancel={close}
    >
      {fields}
    </Form>
  );
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div role="alert">
      <p className="mb-4 text-muted">{sentenceOf(error, "Couldn't load your newsletter settings.")}</p>
      <Button onClick={retry}>Try again</Button>
    </div>
  );
}
