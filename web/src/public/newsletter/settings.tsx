import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { hasStatus, sentenceOf } from "../../api/fault";
import type { Subscription } from "../../api/schema.gen";
import { subscriptionQuery } from "../../api/subscription";
import { Button } from "../../kit/button";
import { Form } from "../../kit/form";
import { Card, WayTo } from "../../kit/form-card";
import { anything } from "../../kit/form-rules";
import { useHydrated } from "../../kit/hydrated";
import { isSignedIn } from "../../kit/session-flag";
import { Skeleton } from "../../kit/skeleton";
import { toast } from "../../kit/toast";
import { useSite } from "../../site";
import { choicesOf, useChoices } from "./choices";
import { consent } from "./consent";
import { Column, PageTitle, WideLink } from "./page-parts";
import { CallButton, useSubscription, useToken, whyNot } from "./subscription";

/** What a subscriber gets: of the link in an email, or of the account that is signed in. */
export function Settings() {
  const token = useToken();
  const isInBrowser = useHydrated(); // the token and the session are known there only
  return isInBrowser ? <Content key={token} token={token} /> : <Loading />;
}

function Content({ token }: { token: string }) {
  const isAsked = token !== "" || isSignedIn();
  const { data, error, refetch } = useQuery({ ...subscriptionQuery(token), enabled: isAsked });
  if (!isAsked || hasStatus(error, 401)) return <NoToken />;
  if (hasStatus(error, 404)) return <Expired />;
  if (data) return <Known token={token} subscription={data} />;
  return error ? <Failed error={error} retry={() => void refetch()} /> : <Loading />;
}

function Known({ token, subscription }: { token: string; subscription: Subscription }) {
  const [first] = useState(subscription.status);
  const [hasChanged, setHasChanged] = useState(false);
  const { email, status } = subscription;
  // What the visitor has just caused takes the focus of the button, which is gone.
  if (status !== first && !hasChanged) setHasChanged(true);
  if (status === "confirmed") return <Subscribed token={token} subscription={subscription} isNews={hasChanged} />;
  if (status === "unconfirmed") return <Unconfirmed token={token} email={email} />;
  return <NotSubscribed token={token} subscription={subscription} isNews={hasChanged} />;
}

interface KnownProps {
  token: string;
  subscription: Subscription;
  isNews: boolean;
}

function Subscribed({ token, subscription, isNews }: KnownProps) {
  const { change, leave } = useSubscription(token);
  const { fields, chosen } = useChoices(subscription);
  return (
    <Column>
      <PageTitle isNews={isNews}>Newsletter settings</PageTitle>
      <p className="mt-3 text-muted wrap-anywhere">For {subscription.email}.</p>
      <div className="mt-8 rounded-2xl border border-hairline bg-raised p-5 md:p-8">
        <Form
          label="Newsletter settings"
          rules={{ cadence: anything }}
          send={async ({ cadence }) => {
            await change(chosen(cadence));
            toast({ title: "Settings saved" });
          }}
          action="Save settings"
          doing="Saving…"
        >
          {fields}
        </Form>
      </div>
      <section aria-labelledby="unsubscribe" className="mt-10 border-t border-hairline pt-8">
        <h2 id="unsubscribe" className="font-display text-2xl/tight">
          Unsubscribe
        </h2>
        <p className="mt-2 mb-4 text-muted">Stop all issues. You can resubscribe any time.</p>
        <CallButton action="Unsubscribe" doing="Unsubscribing…" tone="danger" call={() => leave(subscription)} />
      </section>
    </Column>
  );
}

function NotSubscribed({ token, subscription, isNews }: KnownProps) {
  const site = useSite();
  const { change } = useSubscription(token);
  const { email, status } = subscription;
  const hasLeft = status === "unsubscribed";
  return (
    <Card
      title={hasLeft ? "You're unsubscribed" : "Newsletter settings"}
      intro={hasLeft ? `${email} is unsubscribed. You can resubscribe any time.` : whyNot(subscription)}
      isNews={isNews}
      links={<WayTo href="/">Browse AI tools</WayTo>}
    >
      <CallButton
        action={status === "none" ? "Subscribe" : "Subscribe again"}
        doing="Subscribing…"
        tone={hasLeft ? "quiet" : "brass"}
        wide
        call={() => change(choicesOf(subscription, site))}
      />
      <p className="mt-3 text-center text-sm/relaxed text-balance text-muted">{consent}</p>
    </Card>
  );
}

function Unconfirmed({ token, email }: { token: string; email: string }) {
  return (
    <Card title="Not confirmed yet" intro={`${email} gets nothing until you confirm that it's yours.`}>
      <WideLink href={token === "" ? "/newsletter" : `/newsletter/confirm#${token}`}>
        {token === "" ? "Send the email again" : "Confirm subscription"}
      </WideLink>
    </Card>
  );
}

function NoToken() {
  const site = useSite();
  return (
    <Card
      title="Newsletter settings"
      intro="Open the link at the end of any issue to change what you get, or to unsubscribe."
      links={<WayTo href="/newsletter">Subscribe to the newsletter</WayTo>}
    >
      {site?.accounts ? <WideLink href="/sign-in?to=/newsletter/settings">Sign in to your account</WideLink> : null}
    </Card>
  );
}

function Expired() {
  return (
    <Card title="This link has expired" intro="Open the link in a newer email, or enter your email to get a new one.">
      <WideLink href="/newsletter">Get a new link</WideLink>
    </Card>
  );
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <Card
      title="Couldn't load your settings"
      intro={sentenceOf(error, "The connection may have dropped for a moment.")}
    >
      <Button tone="brass" size="large" className="w-full" onClick={retry}>
        Try again
      </Button>
    </Card>
  );
}

function Loading() {
  return (
    <Column>
      <PageTitle>Newsletter settings</PageTitle>
      <div role="status">
        <span className="sr-only">Loading your settings</span>
        <Skeleton className="mt-3 h-6 w-56" />
        <Skeleton className="mt-8 h-96 w-full rounded-2xl" />
      </div>
      <p className="mt-6 hidden noscript:block">This page needs JavaScript.</p>
    </Column>
  );
}
