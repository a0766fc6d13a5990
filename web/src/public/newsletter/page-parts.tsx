import { type ReactNode, useEffect, useRef } from "react";
import type { IssueSummary } from "../../api/schema.gen";
import { countOf } from "../../kit/count";
import { Day } from "../../kit/day";

interface PageTitleProps {
  /** It takes the focus: it says what has just happened. */
  isNews?: boolean;
  children: ReactNode;
}

export function PageTitle({ isNews = false, children }: PageTitleProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNews) title.current?.focus();
  }, [isNews]);
  return (
    <h1
      ref={title}
      tabIndex={isNews ? -1 : undefined}
      className="font-display text-[clamp(2.25rem,1.6rem+2.6vw,3.5rem)] leading-[1.04] tracking-[-0.015em] wrap-anywhere focus:outline-none"
    >
      {children}
    </h1>
  );
}

interface IssueLineProps {
  issue: IssueSummary;
  /** The level of its heading. */
  level?: "h2" | "h3";
}

/** An issue in a list. The link covers the whole line. */
export function IssueLine({ issue, level: Heading = "h3" }: IssueLineProps) {
  const { number, cadence, subject, sentAt, products } = issue;
  return (
    <article className="group relative py-5">
      <Heading className="font-display text-2xl/tight wrap-anywhere">
        <a
          href={`/newsletter/archive/${number}`}
          className="after:absolute after:inset-0 group-hover:text-brass focus-visible:outline-offset-4"
        >
          {subject}
        </a>
      </Heading>
      <p className="mt-2 text-sm text-muted">
        {`Issue ${number}`} · <Day at={sentAt} /> · {countOf(products, "tool")}
        {cadence === "monthly" ? " · Monthly" : null}
      </p>
    </article>
  );
}
