import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { hasStatus } from "../../api/fault";
import type { Subscription } from "../../api/schema.gen";
import { confirmSubscription, subscriptionQuery } from "../../api/subscription";
import { buttonStyle } from "../../kit/button";
import { Form } from "../../kit/form";
import { Card, WayTo } from "../../kit/form-card";
import { useHydrated } from "../../kit/hydrated";
import { useSite } from "../../site";
import { inWords } from "./choices";
import { consent } from "./consent";
import { WideLink } from "./page-parts";
import { useToken } from "./subscription";

/** Confirms a subscription by a button: programs that scan emails open the links in them. */
export function Confirm() {
  const token = useToken();
  const isInBrowser = useHydrated(); // the token is known there only
  return <Confirmation key={token} token={token} hasNoToken={isInBrowser && token === ""} />;
}

function Confirmation({ token, hasNoToken }: { token: string; hasNoToken: boolean }) {
  const queries = useQueryClient();
  const [result, setResult] = useState<Subscription | "expired">();
  if (hasNoToken)
    return <Problem title="This link is incomplete" text="Open the link in our email again, or request a new one." />;
  if (result === "expired")
    return <Problem isNews title="This link has expired" text="Links work for 7 days. Request a new one." />;
  if (result) return <Done subscription={result} token={token} />;
  const confirm = async () => {
    try {
      const confirmed = await confirmSubscription(token);
      queries.setQueryData(subscriptionQuery(token).queryKey, confirmed);
      setResult(confirmed);
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
      setResult("expired");
    }
  };
  return (
    <Card title="Confirm your subscription" intro={consent}>
      <Form
        label="Confirm your subscription"
        rules={{}}
        send={confirm}
        action="Confirm subscription"
        doing="Confirming…"
        wide
      >
        {null}
      </Form>
      <p className="mt-3 text-center text-sm text-muted">Not you? Just close this page.</p>
    </Card>
  );
}

function Problem({ title, text, isNews = false }: { title: string; text: string; isNews?: boolean }) {
  return (
    <Card title={title} intro={text} isNews={isNews}>
      <WideLink href="/newsletter">Subscribe again</WideLink>
    </Card>
  );
}

function Done({ subscription, token }: { subscription: Subscription; token: string }) {
  const site = useSite();
  return (
    <Card
      title="You're subscribed"
      intro={`${subscription.email} gets the newsletter ${inWords(subscription, site)}.`}
      isNews
      links={<WayTo href="/newsletter/archive">Read past issues</WayTo>}
    >
      <div className="grid gap-3">
        <a href="/" className={buttonStyle({ tone: "brass", size: "large" })}>
          Browse AI tools
        </a>
        <a href={`/newsletter/settings#${token}`} className={buttonStyle({ size: "large" })}>
          Choose topics
        </a>
      </div>
    </Card>
  );
}
