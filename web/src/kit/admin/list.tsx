import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { sentenceOf } from "../../api/fault";
import { go } from "../../history";
import { Button } from "../button";
import { formatCount } from "../count";
import { Skeleton } from "../skeleton";
import { panelRows } from "./styles";

/** The layout of a message in place of content. */
export const statePanel = "flex flex-col items-center pt-16 pb-12 text-center";

interface StatePanelProps {
  title: string;
  text: ReactNode;
  /** Buttons. */
  children?: ReactNode;
}

/** Shown in place of an empty list: the reason, and possible actions. */
export function StatePanel({ title, text, children }: StatePanelProps) {
  return (
    <div className={statePanel}>
      <h2 className="font-display text-2xl">{title}</h2>
      <p className="mt-2 max-w-md text-balance text-sm text-muted">{text}</p>
      {children ? <div className="mt-5 flex flex-wrap justify-center gap-3">{children}</div> : null}
    </div>
  );
}

interface FailedProps {
  what: string;
  /** What failed. */
  query: Pick<UseQueryResult, "error" | "isFetching" | "refetch">;
}

/** Shown when loading failed, with a button to try again. */
export function FailedPanel({ what, query: { error, refetch } }: FailedProps) {
  return (
    <div role="alert">
      <StatePanel title={what} text={sentenceOf(error, "Failed to connect to server")}>
        <Button tone="brass" onClick={() => void refetch()}>
          Try again
        </Button>
      </StatePanel>
    </div>
  );
}

interface LoadedProps<T> {
  query: FailedProps["query"] & { data: T | undefined };
  /** The title if it cannot be loaded. */
  failure: string;
  /** Its placeholder. */
  loading: ReactNode;
  children: (data: T) => ReactNode;
}

/** What a query has loaded; until then its placeholder, or why it could not be loaded with a button to try again. */
export function Loaded<T>({ query, failure, loading, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  return query.error ? <FailedPanel what={failure} query={query} /> : loading;
}

/** Shown when loading something beside the screen's list failed, such as "the visits", with a button to try again. */
export function FailedLine({ what, query: { error, isFetching, refetch } }: FailedProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 px-5 py-3 border border-hairline rounded-xl text-muted text-[0.875rem]"
    >
      <p>
        Couldn't load {what}: {sentenceOf(error, "Failed to connect to server")}
      </p>
      <Button
        size="small"
        onClick={() => void refetch()}
        disabled={isFetching}
        aria-label={`Try again to load ${what}`}
      >
        Try again
      </Button>
    </div>
  );
}

interface LoadingProps {
  /** What screen readers are told. */
  what: string;
  /** The look of its placeholder. */
  skeleton: string;
  className?: string;
}

/** The placeholder of something that is one box. */
export function Loading({ what, skeleton, className }: LoadingProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{what}</span>
      <Skeleton className={skeleton} />
    </div>
  );
}

interface LoadingRowsProps {
  what: string;
  className?: string;
}

/** The placeholder of a list in a panel. */
export function LoadingRows({ what, className = "mt-5" }: LoadingRowsProps) {
  return (
    <div role="status" className={`${panelRows} ${className}`}>
      <span className="sr-only">Loading {what}</span>
      {[1, 2, 3, 4].map((index) => (
        <div key={index} className="px-4 py-3">
          <Skeleton className="h-5 w-64 max-w-full" />
          <Skeleton className="mt-2 h-4 w-40" />
        </div>
      ))}
    </div>
  );
}

interface MoreButtonProps {
  list: Pick<
    UseInfiniteQueryResult,
    "isFetchNextPageError" | "hasNextPage" | "isFetchingNextPage" | "isPlaceholderData" | "fetchNextPage"
  >;
  what: string;
  label?: string;
}

/** The button that loads the next page of a list, while there is one. */
export function MoreButton({ list, what, label = "Show more" }: MoreButtonProps) {
  return (
    <>
      {list.isFetchNextPageError ? (
        <p role="alert" className="mt-5 text-danger text-sm">
          Couldn't load more {what}.
        </p>
      ) : null}
      {list.hasNextPage ? (
        <Button
          className="mt-5"
          disabled={list.isFetchingNextPage || list.isPlaceholderData}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? "Loading..." : label}
        </Button>
      ) : null}
    </>
  );
}

interface FilterTabsProps<Value extends string> {
  /** What is filtered. */
  label: string;
  tabs: readonly { value: Value; label: string }[];
  chosen: Value;
  /** The number of items behind each filter, once it is known. Filters without numbers have none. */
  counts?: Record<Value, number> | undefined;
  choose: (value: Value) => void;
}

/** A row of filters, of which one is chosen. */
export function FilterTabs<Value extends string>({ label, tabs, chosen, choose, ...more }: FilterTabsProps<Value>) {
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-2">
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          aria-pressed={tab.value === chosen}
          className="group inline-flex min-h-11 items-center gap-2 rounded-4xl border border-line px-4 font-medium text-[0.875rem] text-muted hover:text-text aria-pressed:border-text aria-pressed:bg-raised-2 aria-pressed:text-text max-[30rem]:px-2.5"
          onClick={() => choose(tab.value)}
        >
          {tab.label}
          {"counts" in more ? (
            <span className="min-w-[1ch] text-dim tabular-nums group-aria-pressed:text-muted">
              {more.counts ? formatCount(more.counts[tab.value]) : ""}
            </span>
          ) : null}
        </button>
      ))}
    </fieldset>
  );
}

interface ViewSwitchProps<Value extends string> extends Omit<FilterTabsProps<Value>, "label" | "counts"> {
  label?: string;
}

/** Switches between the views of one thing. */
export function ViewSwitch<Value extends string>({ label = "View", tabs, chosen, choose }: ViewSwitchProps<Value>) {
  return (
    <fieldset aria-label={label} className="choice">
      {tabs.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          className="choice-option px-4"
          onClick={() => choose(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

/** How long after a change the URL is updated, in milliseconds. Browsers limit the rate of URL updates. */
const addressPause = 150;

/**
 * The filters of a list, stored in the URL, so that it can be reloaded and shared. Parse and format are inverse
 * functions of the URL's query.
 */
export function useAddressFilters<Filters extends object>(
  parse: (query: string) => Filters,
  format: (filters: Filters) => string,
) {
  const [filters, setFilters] = useState(() => parse(location.search));
  useEffect(() => {
    const follow = () => {
      const query = format(filters);
      if (query !== format(parse(location.search))) go(location.pathname + query, { replace: true });
    };
    const timer = setTimeout(follow, addressPause);
    return () => clearTimeout(timer);
  }, [filters, parse, format]);
  useEffect(() => {
    const onPopState = () => setFilters(parse(location.search));
    addEventListener("popstate", onPopState);
    return () => removeEventListener("popstate", onPopState);
  }, [parse]);
  const change = (part: Partial<Filters>) => setFilters((before) => ({ ...before, ...part }));
  return [filters, change] as const;
}

interface SearchBoxProps extends Omit<ComponentProps<"input">, "type" | "value" | "onChange"> {
  label: string;
  value: string;
  change: (text: string) => void;
}

/** Searches a list while typing. The class is that of the box around the input. */
export function SearchBox({ label, change, className = "", ...input }: SearchBoxProps) {
  return (
    <div className={`search-box ${className}`}>
      <input
        maxLength={200}
        autoComplete="off"
        {...input}
        type="search"
        aria-label={label}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </div>
  );
}
