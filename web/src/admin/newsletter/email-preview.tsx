import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Cadence, type DraftInput, draftPreviewQuery } from "../../api/newsletter-admin";
import { FilterTabs } from "../../kit/admin/filter-tabs";
import { FailedPanel } from "../../kit/admin/state-panel";
import { panel } from "../../kit/admin/styles";
import { Skeleton } from "../../kit/skeleton";

const views = [
  { value: "desktop", label: "Desktop", width: "43rem" },
  { value: "phone", label: "Phone", width: "375px" },
  { value: "text", label: "Plain text", width: "" },
] as const;

type View = (typeof views)[number]["value"];

/** The email of the issue as it is in the form, at the widths of a desktop and of a phone, and as plain text. */
export function EmailPreview({ cadence, input }: { cadence: Cadence; input: DraftInput }) {
  const [view, setView] = useState<View>("desktop");
  const { data, error, refetch } = useQuery({
    ...draftPreviewQuery(cadence, input),
    placeholderData: keepPreviousData,
  });
  const shown = views.find(({ value }) => value === view) ?? views[0];
  if (error) return <FailedPanel what="Couldn't load the preview" error={error} retry={() => void refetch()} />;
  return (
    <div className={`${panel} p-3 sm:p-5`}>
      <FilterTabs label="Preview" tabs={views} chosen={view} choose={setView} />
      {data ? (
        <>
          <p className="mt-4 text-[0.8125rem] text-muted wrap-anywhere">
            Subject: <bdi className="text-text">{data.subject}</bdi>
          </p>
          {view === "text" ? (
            <pre
              className={frame}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
              tabIndex={0}
            >
              {data.text}
            </pre>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
            <div className="mt-3 overflow-x-auto" tabIndex={0}>
              <iframe
                title={`Email, ${shown.label.toLowerCase()} width`}
                // Nothing is allowed in it: no scripts, no forms, and its links open nothing.
                sandbox=""
                srcDoc={withoutLinks(data.html)}
                style={{ width: shown.width }}
                className={`${emailHeight} mx-auto block rounded-lg border border-line`}
              />
            </div>
          )}
        </>
      ) : (
        <div role="status" className="mt-4">
          <span className="sr-only">Loading the preview</span>
          <Skeleton className={`${emailHeight} mt-12 w-full`} />
        </div>
      )}
    </div>
  );
}

const emailHeight = "h-[max(24rem,70dvh)]";

const frame = `${emailHeight} mx-auto mt-3 max-w-172 overflow-auto rounded-lg border border-line bg-background p-4 font-code text-[0.8125rem] leading-6 whitespace-pre-wrap wrap-anywhere`;

/** Opens the links of an email in a new tab, which the sandbox forbids: a visit from the preview would be counted. */
export const withoutLinks = (html: string) => html.replace(/<head>/i, "<head><base target=_blank>");
