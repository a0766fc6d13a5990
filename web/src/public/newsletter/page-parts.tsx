import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import type { IssueSummary } from "../../api/schema.gen";
import { buttonStyle } from "../../kit/button";
import { countOf } from "../../kit/count";
import { Day } from "../../kit/day";

/** The frame of a page with one column. */
export function Column({ children }: { children: ReactNode }) {
  return (
    <div className="page-width min-h-dvh pt-12">
      <div className="mx-auto max-w-3xl">{children}</div>
    </div>
  );
}

/** The way on from a card, as wide as the card. */
export const WideLink = (props: ComponentProps<"a">) => (
  <a {...props} className={buttonStyle({ tone: "brass", size: "large", className: "w-full" })} />
);

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
      className="page-title font-display wrap-anywhere focus:outline-none"
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
