import type { KeyboardEvent, ReactNode } from "react";
import { tab } from "./styles";

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
    <div>
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
      className={`flex flex-wrap mt-4 border-b border-hairline ${tabs.length > 2 ? "justify-between gap-1.5 sm:justify-start sm:gap-5" : "gap-5"}`}
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          aria-selected={id === shown}
          aria-controls="tab-panel"
          tabIndex={id === shown ? 0 : -1}
          className={`${tab} whitespace-nowrap text-[0.75rem] sm:text-[0.875rem]`}
          onClick={() => open(id)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Returns the tab that a URL's query names, or the first one. */
export function tabAt<Tab extends { id: string }>(query: string, tabs: readonly Tab[]): Tab | undefined {
  const named = new URLSearchParams(query).get("tab");
  return tabs.find(({ id }) => id === named) ?? tabs[0];
}

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
