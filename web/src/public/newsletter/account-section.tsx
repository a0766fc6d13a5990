import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { sentenceOf } from "../../api/fault";
import type { Subscription } from "../../api/schema.gen";
import { subscriptionQuery } from "../../api/subscription";
import { Button } from "../../kit/button";
import { useFocusAfter } from "../../kit/focus";
import { Form } from "../../kit/form";
import { anything } from "../../kit/form-rules";
import { Skeleton } from "../../kit/skeleton";
import { toast } from "../../kit/toast";
import { useSite } from "../../site";
import type { AccountSection } from "../../slots";
import { choicesOf, inWords, useChoices } from "./choices";
import { consent } from "./consent";
import { CallButton, useSubscription, whyNot } from "./subscription";

type ContentProps = ComponentProps<AccountSection["Content"]>;

/** The newsletter to the account's email, which is known to be the user's: nothing has to be confirmed. */
function Content({ email, during }: ContentProps) {
  const { data, error, refetch } = useQuery(subscriptionQuery(""));
  if (data) return <Known subscription={{ ...data, email }} during={during} />;
  return error ? <Failed error={error} retry={() => void refetch()} /> : <Skeleton className="h-10 w-56" />;
}

export const newsletterSection: AccountSection = {
  title: "Newsletter",
  isShown: (site) => site?.newsletter,
  Content,
};

interface KnownProps {
  subscription: Subscription;
  during: ContentProps["during"];
}

function Known({ subscription, during }: KnownProps) {
  const site = useSite();
  const { change, leave } = useSubscription("", during);
  const isSubscribed = subscription.status === "confirmed";
  const [isChanging, setIsChanging] = useState(false);
  const part = useFocusAfter(isSubscribed && isChanging ? "changing" : isSubscribed);
  if (isSubscribed && isChanging)
    return (
      <div ref={part} className="-mt-2 max-w-xl">
        <ChoicesForm subscription={subscription} during={during} close={() => setIsChanging(false)} />
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
          <p className="mb-4 max-w-xl text-sm/relaxed text-muted">{consent}</p>
          <CallButton action="Subscribe" doing="Subscribing…" call={() => change(choicesOf(subscription, site))} />
        </>
      )}
    </div>
  );
}

function ChoicesForm({ subscription, during, close }: KnownProps & { close: () => void }) {
  const { change } = useSubscription("", during);
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
