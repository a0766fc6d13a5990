import { type ReactNode, useEffect, useRef } from "react";

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
