import "./sign-in-card.css";
import { type ReactNode, useEffect, useRef } from "react";

interface CardProps {
  title: string;
  intro: ReactNode;
  /** It takes the focus: it says what has just happened. */
  isNews?: boolean;
  children: ReactNode;
  /** The ways to other screens, below the card. */
  links?: ReactNode;
}

/** A screen with one form. */
export function Card({ title, intro, isNews = false, children, links }: CardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNews) heading.current?.focus();
  }, [isNews]);
  return (
    <div className="page-width flex min-h-dvh flex-col items-center pt-10 sm:pt-16">
      <div className="sign-in-card">
        <h1 ref={heading} tabIndex={isNews ? -1 : undefined} className="font-display text-4xl/tight focus:outline-none">
          {title}
        </h1>
        <p className="mt-2 mb-6 text-sm/relaxed text-muted wrap-anywhere">{intro}</p>
        <p className="mb-6 hidden rounded-lg border border-line p-4 text-sm noscript:block">
          This page needs JavaScript.
        </p>
        {children}
      </div>
      <div className="mt-4 flex flex-col items-center text-center text-sm text-muted">{links}</div>
    </div>
  );
}

/** A link to another screen, after a few words. */
export function WayTo({ href, before, children }: { href: string; before?: string; children: string }) {
  return (
    <p>
      {before}{" "}
      <a href={href} className="text-link inline-flex min-h-11 items-center">
        {children}
      </a>
    </p>
  );
}
