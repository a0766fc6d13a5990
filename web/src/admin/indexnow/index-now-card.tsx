import { useQuery } from "@tanstack/react-query";
import type { IndexNowCall, SiteSettings } from "../../api/schema.gen";
import { changeSiteSettings, siteSettingsQuery } from "../../api/site-settings";
import { Card, NothingYet } from "../../kit/admin/card";
import { momentOf } from "../../kit/admin/days";
import { FailedLine, Loading } from "../../kit/admin/list";
import { useCall } from "../../kit/admin/question";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { indexNowCallsQuery } from "./api";

/** Turns IndexNow on and off, and shows what has been sent. Each time it is turned on, the site gets a new key. */
export function IndexNowCard({ settings: { indexNow } }: { settings: SiteSettings }) {
  const isOn = indexNow.key !== "";
  const change = useCall((key: string) => changeSiteSettings({ indexNow: { key } }), {
    done: (saved) => ({ title: saved.indexNow.key ? "IndexNow is on" : "IndexNow is off" }),
    changed: (queries, saved) => queries.setQueryData(siteSettingsQuery().queryKey, saved),
    failure: "Couldn't save the settings",
  });
  return (
    <Card title="IndexNow">
      <p className="max-w-2xl text-pretty text-sm text-muted">
        Tells search engines within minutes which indexable pages are new or have changed. Bing, Naver, Seznam and
        Yandex take part; Google doesn't.
        {isOn ? (
          <>
            {" "}
            Search engines verify this site with{" "}
            <a
              href={`/${indexNow.key}.txt`}
              className="rounded underline decoration-line underline-offset-[0.25em] hover:text-text"
            >
              a file with its key
            </a>
            .
          </>
        ) : null}
      </p>
      <Button
        className="mt-4"
        disabled={change.isPending}
        onClick={() => change.mutate(isOn ? "" : crypto.randomUUID().replaceAll("-", ""))}
      >
        {isOn ? "Turn off IndexNow" : "Turn on IndexNow"}
      </Button>
      {isOn ? <Calls /> : null}
    </Card>
  );
}

/** The newest calls. */
function Calls() {
  const calls = useQuery({ ...indexNowCallsQuery(), refetchInterval: 30_000 });
  return (
    <>
      <h3 className="mt-6 mb-3 font-semibold text-sm">Sent</h3>
      {calls.error ? <FailedLine what="what was sent" query={calls} /> : null}
      {calls.isPending ? <Loading what="Loading..." skeleton="h-24 rounded-xl" /> : null}
      {calls.data?.length === 0 ? (
        <NothingYet>Nothing sent yet. New changes are sent within a minute or two.</NothingYet>
      ) : null}
      {calls.data?.length ? (
        <ul className="divide-y divide-hairline border-hairline border-y">
          {calls.data.map((call) => (
            <IndexNowRow key={call.id} call={call} />
          ))}
        </ul>
      ) : null}
    </>
  );
}

const states = {
  waiting: ["Waiting", "freemium"],
  accepted: ["Accepted", "free"],
  refused: ["Refused", "unknown"],
} as const;

/** One call: when, how many addresses, and what the search engine answered. */
function IndexNowRow({ call }: { call: IndexNowCall }) {
  const [state, tone] = states[call.state];
  const answer = [call.status ? `HTTP ${call.status}` : "", call.answer].filter(Boolean).join(": ");
  return (
    <li className="grid gap-1 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <time dateTime={call.createdAt} className="tabular-nums">
          {momentOf(call.createdAt)}
        </time>
        <span>{call.addresses === 1 ? "1 URL" : `${call.addresses.toLocaleString("en")} URLs`}</span>
        <Badge tone={tone}>{state}</Badge>
      </p>
      {answer && call.state !== "accepted" ? <p className="text-muted wrap-anywhere">{answer}</p> : null}
      {call.state === "waiting" && call.tries > 0 ? (
        <p className="text-muted">
          {call.tries === 1 ? "1 try so far" : `${call.tries} tries so far`}, next one on {momentOf(call.nextAt)}
        </p>
      ) : null}
    </li>
  );
}
