import { type Query, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { sentenceOf } from "../../api/fault";
import type { LogoRun } from "../../api/schema.gen";
import { FailedLine } from "../../kit/admin/list";
import { useMay } from "../../kit/admin/may";
import type { AdminScreen } from "../../kit/admin/parts";
import { AdminLink } from "../../kit/admin/screen";
import { checkStyle } from "../../kit/admin/selection";
import { panel, progressBar } from "../../kit/admin/styles";
import { Button, buttonStyle } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { Skeleton } from "../../kit/skeleton";
import { toast, toastError } from "../../kit/toast";
import { acceptLogos, changeLogoSearch, logoSearchQuery, readProposal, type SearchAction, startLogoOf } from "./api";

/** All that a logo may change: not who is signed in, nor what is counted. */
export const isOfLogos = ({ queryKey: [at] }: Pick<Query, "queryKey">) => !/^\/api\/auth\/|\/visits/.test(String(at));

const labels: Record<SearchAction, string> = { start: "Find logos", pause: "Pause", resume: "Resume" };

/** Returns what can be done with a search; undefined: nothing. */
function actionOf({ status, missing, dismissed, proposed }: LogoRun): SearchAction | undefined {
  if (status !== "idle") return status === "running" ? "pause" : "resume";
  return missing > proposed + dismissed ? "start" : undefined;
}

/** The search for logos above the products that have none, with a link to what it has found. */
export const LogoSearch = () => (
  <SearchPanel>
    {({ proposed }) =>
      proposed > 0 ? (
        <AdminLink href={logosScreen.path} className={buttonStyle({ tone: "brass" })}>
          Review {countOf(proposed, "logo")}
        </AdminLink>
      ) : null
    }
  </SearchPanel>
);

/** The search for logos: how far it is, and the button that starts, pauses or resumes it. Children are further links. */
export function SearchPanel({ children }: { children?: (run: LogoRun) => ReactNode }) {
  const query = useQuery(logoSearchQuery());
  const { data, error, refetch } = query;
  const queries = useQueryClient();
  const mayChange = useMay().change("catalog");
  const [acceptOwn, setAcceptOwn] = useState(false);
  const change = useMutation({
    mutationFn: (action: SearchAction) => changeLogoSearch(action, acceptOwn),
    onSuccess: (run) => queries.setQueryData(logoSearchQuery().queryKey, run),
    onError: (failure, action) => {
      const description = sentenceOf(failure, "Failed to connect to server");
      toastError(`Failed to ${action} the search`, description);
      void refetch();
    },
  });
  if (!data)
    return error ? <FailedLine what="the search for logos" query={query} /> : <Skeleton className="h-18 rounded-xl" />;
  const action = mayChange ? actionOf(data) : undefined;
  const isOpen = data.status !== "idle";
  return (
    <section aria-label="Search for logos" className={`${panel} px-4 py-3.5 sm:px-5`}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 flex-[1_1_16rem] text-sm tabular-nums">
          {statusOf(data)}
        </p>
        {children?.(data)}
        {action === "start" ? (
          <label className="flex min-h-11 items-center gap-2.5 text-sm text-muted sm:order-1 sm:basis-full md:min-h-0">
            <input
              type="checkbox"
              checked={acceptOwn}
              onChange={(event) => setAcceptOwn(event.currentTarget.checked)}
              className={checkStyle}
            />
            Accept icons of at least 64 px from the tool's own host without review
          </label>
        ) : null}
        {action ? (
          <Button
            tone={action === "start" && data.proposed === 0 ? "brass" : "quiet"}
            disabled={change.isPending}
            onClick={() => change.mutate(action)}
          >
            {action === "start" && checkedOf(data) === data.missing ? "Search again" : labels[action]}
          </Button>
        ) : null}
      </div>
      {isOpen && data.acceptOwn ? (
        <p className="mt-2 text-sm text-muted">
          Icons from the tools' own hosts are accepted when the search ends. History can undo that.
        </p>
      ) : null}
      {isOpen ? (
        <progress
          className={`${progressBar} mt-3`}
          aria-label="Websites checked"
          max={Math.max(1, checkedOf(data) + data.pending)}
          value={checkedOf(data)}
        />
      ) : null}
    </section>
  );
}

/** Returns the number of tools that the search has looked at. */
const checkedOf = ({ proposed, none, dismissed }: LogoRun) => proposed + none + dismissed;

/** Returns the sentence about a search. */
export function statusOf(run: LogoRun): string {
  const { status, missing, pending, proposed, none } = run;
  if (missing === 0) return "Every tool has a logo.";
  const found = `${countOf(proposed, "logo")} found`;
  if (status === "idle" && checkedOf(run) + pending === 0)
    return `${countOf(missing, "tool")} ${missing === 1 ? "has" : "have"} no logo.`;
  if (status === "idle") return `${found}. ${countOf(none, "tool")} without a usable icon on their website.`;
  const checked = checkedOf(run);
  const progress = `${formatCount(checked)} of ${countOf(checked + pending, "website")} checked, ${found}`;
  return status === "paused" ? `Paused: ${progress}.` : `${progress}.`;
}

const pollInterval = 2000;
/** How often the server is asked; a website is looked at within some twenty seconds, if no other search is running. */
const mostPolls = 30;

/** Looks for the logo of a tool that was saved without one, and offers what is found to be accepted with one press. */
export async function proposeLogo({ id, name }: { id: number; name: string }, queries: QueryClient) {
  try {
    const { status } = await startLogoOf(id);
    let proposal = await readProposal(id);
    for (let polls = 0; !proposal && status === "running" && polls < mostPolls; polls++) {
      await new Promise((resolve) => setTimeout(resolve, pollInterval));
      proposal = await readProposal(id);
    }
    if (proposal?.state !== "proposed") return;
    toast({
      title: `Logo found for ${name}`,
      description: hostOf(proposal.source),
      image: proposal.image,
      action: { label: "Use this logo", press: () => void accept(id, queries) },
    });
  } catch {
    // Nobody asked for it, and the screen of the logos has what was found.
  }
}

async function accept(id: number, queries: QueryClient) {
  try {
    const { changed } = await acceptLogos({ ids: [id] });
    toast({ title: changed > 0 ? "Logo accepted" : "This tool has a logo by now" });
    await queries.invalidateQueries({ predicate: isOfLogos });
  } catch (failure) {
    toastError("Failed to accept the logo", sentenceOf(failure as Error, "Failed to connect to server"));
  }
}

const hostOf = (address: string) => new URL(address).host;

/** The screen of the logos that were found. */
export const logosScreen: AdminScreen = {
  path: "/admin/logos",
  title: "Logos",
  group: "Catalog",
  area: "catalog",
  load: () => import("./logo-search"),
};
