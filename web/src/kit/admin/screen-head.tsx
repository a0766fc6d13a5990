import type { ReactNode } from "react";

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
