import type { IndexNowCall } from "../../../api/site-settings";
import { momentOf } from "../../../kit/admin/days";
import { Badge } from "../../../kit/badge";

const states = {
  waiting: ["Waiting", "freemium"],
  accepted: ["Accepted", "free"],
  refused: ["Refused", "unknown"],
} as const;

/** One call: when, how many addresses, and what the search engine answered. */
export function IndexNowRow({ call }: { call: IndexNowCall }) {
  const [state, tone] = states[call.state];
  const answer = [call.status ? `HTTP ${call.status}` : "", call.answer].filter(Boolean).join(": ");
  return (
    <li className="grid gap-1 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <time dateTime={call.createdAt} className="tabular-nums">
          {momentOf(call.createdAt)}
        </time>
        <span>{call.addresses === 1 ? "1 address" : `${call.addresses.toLocaleString("en")} addresses`}</span>
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
