import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { issuesQuery } from "../../api/issues";
import type { IssueSummary } from "../../api/schema.gen";
import { requestNewsletter } from "../../api/subscription";
import { Button, buttonStyle } from "../../kit/button";
import { EmailField, Form } from "../../kit/form";
import { anything, isEmail } from "../../kit/form-rules";
import { useChoices } from "./choices";
import { consent } from "./consent";
import { IssueLine, PageTitle } from "./page-parts";

/** What the newsletter is, the form for it, and the last issue. */
export function Newsletter() {
  const { data: issues } = useQuery(issuesQuery());
  const [sentTo, setSentTo] = useState("");
  return (
    <div className="page-width min-h-dvh pt-12">
      <div className="mx-auto grid max-w-5xl gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="min-w-0">
          <PageTitle>New AI tools, by email</PageTitle>
          <p className="mt-4 max-w-xl text-[1.0625rem]/relaxed text-muted">
            New tools weekly or monthly. Everything, or just the topics you pick.
          </p>
          <div className="mt-8 rounded-2xl border border-hairline bg-raised p-5 md:p-8">
            {sentTo === "" ? <Request onSent={setSentTo} /> : <Sent to={sentTo} again={() => setSentTo("")} />}
          </div>
        </div>
        <aside className="grid min-w-0 content-start gap-x-12 gap-y-10 md:max-lg:grid-cols-2 lg:pt-2">
          {issues?.[0] ? <LastIssue issue={issues[0]} /> : null}
          <Contents />
        </aside>
      </div>
    </div>
  );
}

function Request({ onSent }: { onSent: (email: string) => void }) {
  const { fields, chosen } = useChoices();
  return (
    <Form
      label="Subscribe to the newsletter"
      rules={{ email: isEmail, cadence: anything }}
      send={async ({ email, cadence }) => {
        await requestNewsletter({ email, ...chosen(cadence) });
        onSent(email);
      }}
      action="Subscribe"
      doing="Sending…"
    >
      <div className="max-w-md">
        <EmailField autoComplete="email" />
      </div>
      {fields}
      <p className="mt-1 max-w-xl text-sm/relaxed text-muted">
        {consent} See our{" "}
        <a href="/privacy-policy" className="text-link">
          privacy policy
        </a>
        .
      </p>
      <p className="hidden rounded-lg border border-line p-4 text-sm noscript:block">This form needs JavaScript.</p>
    </Form>
  );
}

/** Shown after the request; it says the same for an address that has the newsletter. */
function Sent({ to, again }: { to: string; again: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="font-display text-3xl focus:outline-none">
        Check your inbox
      </h2>
      <p className="mt-3 max-w-xl leading-relaxed wrap-anywhere">
        We've sent an email to <strong className="font-semibold">{to}</strong>. Open its link to confirm that it's you.
      </p>
      <p className="mt-3 max-w-xl text-sm/relaxed text-muted">
        The link works for 7 days. If nothing arrives in a few minutes, check your spam folder. We send at most three
        emails a day to one address.
      </p>
      <Button className="mt-6" onClick={again}>
        Use another email
      </Button>
    </>
  );
}

function LastIssue({ issue }: { issue: IssueSummary }) {
  return (
    <section aria-labelledby="last-issue">
      <Heading id="last-issue">Latest issue</Heading>
      <div className="border-y border-hairline">
        <IssueLine issue={issue} />
      </div>
      <a href="/newsletter/archive" className={buttonStyle({ className: "mt-5" })}>
        All past issues
      </a>
    </section>
  );
}

const contents = [
  ["New tools", "Everything added since the last issue, by topic."],
  ["Featured", "Our picks."],
  ["Deals", "Discounts for our readers."],
  ["Most popular", "What readers opened most."],
] as const;

function Contents() {
  return (
    <section aria-labelledby="contents">
      <Heading id="contents">In each issue</Heading>
      <dl className="grid gap-4 text-[0.9375rem]/relaxed">
        {contents.map(([name, text]) => (
          <div key={name}>
            <dt className="font-medium">{name}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Heading({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h2 id={id} className="mb-4 font-display text-2xl/tight">
      {children}
    </h2>
  );
}
