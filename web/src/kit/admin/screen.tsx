import { IconArrowLeft } from "@tabler/icons-react";
import { Component, type ComponentProps, type KeyboardEvent, type ReactNode, Suspense } from "react";
import { go, isPlainClick } from "../../history";
import { Button } from "../button";
import { Skeleton } from "../skeleton";
import { StatePanel } from "./list";
import { tab } from "./styles";
import { useLeave } from "./unsaved";

interface ScreenHeadProps {
  title: string;
  /** The number of items, once it is known. */
  summary?: string;
  /** The purpose of the screen, in a sentence. */
  children?: ReactNode;
}

/** The head of an admin screen. */
export function ScreenHead({ title, summary = "", children }: ScreenHeadProps) {
  return (
    <div className="min-w-0 sm:flex-1">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h1 className="font-display text-4xl">{title}</h1>
        <span className="text-[0.8125rem] text-dim tabular-nums">{summary}</span>
      </div>
      {children ? <p className="mt-1.5 max-w-2xl text-pretty text-sm text-muted">{children}</p> : null}
    </div>
  );
}

interface TabBarProps<Id extends string> {
  label: string;
  tabs: readonly { id: Id; label: string }[];
  shown: Id;
  open: (id: Id) => void;
}

/** The tabs above a panel that has the attributes of panelOf. */
export function TabBar<Id extends string>({ label, tabs, shown, open }: TabBarProps<Id>) {
  return (
    <div
      role="tablist"
      aria-label={label}
      aria-orientation="horizontal"
      className="tab-line mt-4 flex gap-3.5 xl:gap-5 overflow-x-auto border-hairline border-b [scrollbar-width:none]"
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ id, label }) => (
        <button
          key={id}
          ref={id === shown ? bringIntoSight : undefined}
          type="button"
          role="tab"
          id={`tab-${id}`}
          aria-selected={id === shown}
          aria-controls="tab-panel"
          tabIndex={id === shown ? 0 : -1}
          className={`${tab} flex-none whitespace-nowrap text-[0.875rem]`}
          onClick={() => open(id)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Moves the line of tabs, not the page, so that a tab and a part of the next one are seen. */
function bringIntoSight(tab: HTMLElement | null) {
  const line = tab?.parentElement;
  if (line) line.scrollLeft = tab.offsetLeft + tab.offsetWidth - line.offsetLeft - line.clientWidth + 56;
}

/** Returns the tab that a URL's query names, or the first one. */
export function tabAt<Tab extends { id: string }>(query: string, tabs: readonly Tab[]): Tab | undefined {
  const named = new URLSearchParams(query).get("tab");
  return tabs.find(({ id }) => id === named) ?? tabs[0];
}

interface GuideLinkProps extends ComponentProps<"a"> {
  /** The name of the page in docs/. */
  page: string;
}

/** A link to what the documentation says, for what no screen can change. */
export const GuideLink = ({ page, ...props }: GuideLinkProps) => (
  <a
    {...props}
    href={`https://github.com/vitrine-directory/vitrine/blob/main/docs/${page}.md`}
    target="_blank"
    rel="noopener noreferrer"
  />
);

/** Returns the attributes of the panel below the tabs. It has a tab stop, so that the keyboard reaches one that begins with text. */
export const panelOf = (id: string) =>
  ({ role: "tabpanel", id: "tab-panel", "aria-labelledby": `tab-${id}`, tabIndex: 0 }) as const;

/** Moves the focus between the tabs. Only a press opens one: unsaved changes need a confirmation then, and not before. */
function onKeyDown(event: KeyboardEvent<HTMLElement>) {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  all.at(to % all.length)?.focus();
}

interface AdminLinkProps extends ComponentProps<"a"> {
  href: string;
}

/** A link to another admin screen. A plain click does not load a new document. */
export function AdminLink({ href, ...props }: AdminLinkProps) {
  const leave = useLeave();
  return (
    <a
      href={href}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        leave(() => go(href));
      }}
      {...props}
    />
  );
}

/** The link from an editor to its list. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <AdminLink
      href={href}
      className="-mt-3 inline-flex min-h-11 items-center gap-1.5 rounded-md text-[0.875rem] text-muted hover:text-text"
    >
      <IconArrowLeft size={16} aria-hidden="true" />
      {children}
    </AdminLink>
  );
}

interface ScreenBoundaryProps {
  /** The name of its content, as the start of a sentence. */
  what?: string;
  /** Shown until its content is loaded. */
  waiting?: ReactNode;
  children: ReactNode;
}

/** Shows a placeholder until the scripts of a screen, or of a part of one, have loaded, and an error when they cannot be loaded. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { what = "This screen", waiting = <ScreenSkeleton />, children } = this.props;
    if (this.state.hasFailed) return <FailedScreen what={what} />;
    return <Suspense fallback={waiting}>{children}</Suspense>;
  }
}

function FailedScreen({ what }: { what: string }) {
  return (
    <div role="alert">
      <StatePanel
        title={`${what} couldn't be shown`}
        text="The connection may have dropped, or the site was just updated."
      >
        <Button tone="brass" onClick={() => location.reload()}>
          Reload
        </Button>
      </StatePanel>
    </div>
  );
}

function ScreenSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-10 w-64 max-w-full" />
      <Skeleton className="mt-3 h-5 max-w-xl" />
      <Skeleton className="mt-6 h-72" />
    </div>
  );
}
