import type { UseQueryResult } from "@tanstack/react-query";
import { sentenceOf } from "../../api/fault";
import type { LogoEntry } from "../../api/logos";
import { Button } from "../../kit/button";
import { doneBy, unknownIn } from "./logo-words";
import { reasonOf, type useLogoSync } from "./use-logo-sync";

interface LogoBoardStatusProps {
  reading: UseQueryResult<LogoEntry[]>;
  sync: ReturnType<typeof useLogoSync>;
  /** Whether the site is a production site, to which no logo is copied. */
  isProduction: boolean;
}

/** Below the toolbar: the time of the last check, the result of the last sync and its errors. */
export function LogoBoardStatus({
  reading: { data, error, dataUpdatedAt, refetch },
  sync,
  isProduction,
}: LogoBoardStatusProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 min-h-10 px-1 py-1.5 text-dim text-[0.8125rem] tabular-nums">
      <p>{data ? `Checked at ${timeOf(dataUpdatedAt)}. ${unknownIn(data)}` : null}</p>
      {isProduction ? <p>This is a production site: logos are copied from it, never to it.</p> : null}
      <p role="status" className="text-text data-failed:text-danger" data-failed={sync.isError || undefined}>
        {sync.data ? doneBy(sync.data) : null}
        {sync.error ? reasonOf(sync.error) : null}
      </p>
      {data && error ? (
        <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-danger">
          <span>{`Couldn't check the logos again. ${sentenceOf(error, "Failed to connect to server")}`}</span>
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : null}
    </div>
  );
}

const timeOf = (moment: number) => new Date(moment).toLocaleTimeString("en", { timeStyle: "medium" });
