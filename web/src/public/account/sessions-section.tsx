import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Account, accountQuery, endOtherSessions } from "../../api/account";
import { sentenceOf } from "../../api/fault";
import { Button } from "../../kit/button";
import { toast } from "../../kit/toast";
import { Section } from "./section";
import { whileSignedIn } from "./session";

/** Where the user is signed in. */
export function SessionsSection({ sessions }: { sessions: Account["sessions"] }) {
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () => whileSignedIn(endOtherSessions()),
    onSuccess: () => {
      toast({ title: "Signed out everywhere else" });
      return queries.invalidateQueries(accountQuery());
    },
    onError: (error) =>
      toast({
        title: "Couldn't sign out elsewhere",
        description: sentenceOf(error, "Please try again."),
        tone: "destructive",
      }),
  });
  const ordered = [...sessions].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return (
    <Section title="Sessions">
      <ul className="grid gap-4">
        {ordered.map(({ startedAt, lastUsedAt, isCurrent }) => (
          <li key={startedAt}>
            <p className="font-medium">{isCurrent ? "This browser" : "Another browser"}</p>
            <p className="mt-1 text-sm text-muted">
              Signed in <Moment at={startedAt} />, last used <Moment at={lastUsedAt} />
            </p>
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Button className="mt-5" disabled={end.isPending} onClick={() => end.mutate()}>
          {end.isPending ? "Signing out…" : "Sign out everywhere else"}
        </Button>
      ) : null}
    </Section>
  );
}

/** A time in the visitor's zone. */
function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{new Date(at).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" })}</time>;
}
