import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { sentenceOf } from "../../api/fault";
import type { LogoRun } from "../../api/schema.gen";
import { FailedLine } from "../../kit/admin/list";
import type { AdminScreen } from "../../kit/admin/parts";
import { AdminLink } from "../../kit/admin/screen";
import { panel, progressBar } from "../../kit/admin/styles";
import { Button, buttonStyle } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { Skeleton } from "../../kit/skeleton";
import { toastError } from "../../kit/toast";
import { changeLogoSearch, logoSearchQuery, type SearchAction } from "./api";

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
  const change = useMutation({
    mutationFn: changeLogoSearch,
    onSuccess: (run) => queries.setQueryData(logoSearchQuery().queryKey, run),
    onError: (failure, action) => {
      const description = sentenceOf(failure, "Failed to connect to server");
      toastError(`Failed to ${action} the search`, description);
      void refetch();
    },
  });
  if (!data)
    return error ? <FailedLine what="the search for logos" query={query} /> : <Skeleton className="h-18 rounded-xl" />;
  const action = actionOf(data);
  const isOpen = data.status !== "idle";
  return (
    <section aria-label="Search for logos" className={`${panel} px-4 py-3.5 sm:px-5`}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 flex-[1_1_16rem] text-sm tabular-nums">
          {statusOf(data)}
        </p>
        {children?.(data)}
        {action ? (
          <Button
            tone={action === "start" && data.proposed === 0 ? "brass" : "quiet"}
            disabled={change.isPending}
            onClick={() => change.mutate(action)}
          >
            {action === "start" && checkedOf(data) > 0 ? "Search again" : labels[action]}
          </Button>
        ) : null}
      </div>
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

/** The screen of the logos that were found. */
export const logosScreen: AdminScreen = {
  path: "/admin/logos",
  title: "Logos",
  group: "Catalog",
  load: () => import("./logo-search"),
};
