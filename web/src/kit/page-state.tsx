import type { ReactNode } from "react";
import { hasStatus } from "../api/fault";
import { Button } from "./button";
import { Skeleton } from "./skeleton";

/** A read of the API, as react-query has it. */
interface Reading<T> {
  data: T | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

interface StateProps {
  title: string;
  text: string;
  /** The level of its title. */
  level?: "h1" | "h2";
  /** Buttons and links. */
  children: ReactNode;
}

/** What is shown where there is nothing else: that something is empty, or missing. */
export function State({ title, text, level: Title = "h2", children }: StateProps) {
  return (
    <div className="state-panel">
      <Title className={`font-display ${Title === "h1" ? "text-4xl sm:text-5xl" : "text-3xl"}`}>{title}</Title>
      <p className="mt-3 max-w-md text-balance text-muted wrap-anywhere">{text}</p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}

const dropped = "The connection may have dropped for a moment.";

interface FailedProps extends Pick<StateProps, "level"> {
  title: string;
  text?: string;
  isRetrying?: boolean;
  retry: () => unknown;
}

/** Says that something could not be loaded, with a button to try again. */
export function Failed({ title, text = dropped, level, isRetrying, retry }: FailedProps) {
  return (
    <div role="alert">
      <State title={title} text={text} level={level}>
        <Button tone="brass" disabled={isRetrying} onClick={() => void retry()}>
          Try again
        </Button>
      </State>
    </div>
  );
}

interface PageOfProps<T> {
  query: Reading<T>;
  /** What the page is about: "collection". */
  what: string;
  /** Shown if there is nothing at the address. */
  missing: ReactNode;
  children: (data: T) => ReactNode;
}

/** A page about what a query reads: until that is there its placeholder, or why it could not be loaded. */
export function PageOf<T>({ query: { data, error, isFetching, refetch }, what, missing, children }: PageOfProps<T>) {
  if (data !== undefined) return children(data);
  if (hasStatus(error, 404)) return <div className="page-width">{missing}</div>;
  if (error)
    return (
      <div className="page-width">
        <Failed level="h1" title={`Couldn't load this ${what}`} isRetrying={isFetching} retry={refetch} />
      </div>
    );
  return <LoadingPage what={what} />;
}

/** The placeholder of a page. */
export function LoadingPage({ what }: { what: string }) {
  return (
    <div role="status" className="page-width min-h-dvh pt-17">
      <span className="sr-only">Loading the {what}</span>
      <Skeleton className="h-14 w-full max-w-2xl" />
      <Skeleton className="mt-5 h-16 w-full max-w-xl" />
      <Skeleton className="mt-8 h-96 w-full rounded-2xl" />
    </div>
  );
}

interface ListOfProps<T> {
  query: Reading<T>;
  /** What is in the list: "categories". */
  items: string;
  children: (data: T) => ReactNode;
}

/** A list on a page: its placeholder until it is loaded, or that it could not be. */
export function ListOf<T>({ query: { data, error, isFetching, refetch }, items, children }: ListOfProps<T>) {
  if (data !== undefined) return children(data);
  if (error)
    return (
      <div role="alert" className="border-t border-hairline pt-8">
        <p className="text-muted">{`We couldn't load the ${items}. ${dropped}`}</p>
        <Button className="mt-6" disabled={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  return (
    <div role="status" className="category-grid">
      <span className="sr-only">Loading the {items}</span>
      {[1, 2, 3, 4, 5, 6].map((index) => (
        <Skeleton key={index} className="h-40 rounded-2xl" />
      ))}
    </div>
  );
}

/** Says that a list is empty, with a way on. */
export function EmptyList({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center border-t border-hairline py-12 text-center">
      <p className="mb-6 font-display text-3xl text-balance wrap-anywhere">{text}</p>
      {children}
    </div>
  );
}
