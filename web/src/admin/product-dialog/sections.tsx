import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { faultyFields, type SectionId, sections } from "./product-values";
import { useProductForm } from "./use-product-editor";

const headingOf = (id: SectionId) => `product-${id}`;

/** A section of the form under its heading. */
export function Section({ id, children }: { id: SectionId; children: ReactNode }) {
  const title = sections.find((section) => section.id === id)?.title;
  return (
    <section aria-labelledby={headingOf(id)} className={sectionStyle}>
      <h3 id={headingOf(id)} tabIndex={-1} className={titleStyle}>
        {title}
      </h3>
      {children}
    </section>
  );
}

/** The layout of the product form, which its placeholder shares. */
export const formStyle =
  "grid min-h-0 flex-1 grid-rows-[auto_minmax(0,1fr)_auto] md:grid-cols-[18rem_minmax(0,1fr)] md:grid-rows-[minmax(0,1fr)_auto]";

export const sideStyle = "min-w-0 border-hairline border-b md:overflow-y-auto md:border-r md:border-b-0 md:p-4";

export const bodyStyle =
  "relative overflow-y-auto overscroll-contain px-4 pb-6 [scroll-padding:1rem] [scrollbar-gutter:stable] md:px-8 md:pt-1 md:pb-8";

const sectionListStyle = "flex overflow-x-auto px-2 md:flex-col md:p-0";

const sectionStyle = "grid grid-cols-1 gap-4 border-hairline pt-6 [section+&]:mt-6 [section+&]:border-t";

export const titleStyle = "scroll-mt-4 font-display text-2xl focus:outline-none";

export const footerStyle =
  "flex items-center gap-2 border-hairline border-t px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:col-span-full md:px-7 md:py-4";

export const statusStyle = "mr-auto min-w-0 text-[0.8125rem] text-muted leading-4.5 data-faults:text-danger";

/** Links to the sections of the form, with the number of errors in each. */
export function SectionList({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const faulty = faultyFields(useProductForm().errors);
  const current = useCurrentSection(scroller);
  return (
    <nav aria-label="Sections of the form" className={sectionListStyle}>
      {sections.map(({ id, title, fields }) => {
        const faults = faulty.filter((name) => name in fields).length;
        return (
          <button
            key={id}
            type="button"
            className="section-link relative flex min-h-11 flex-none items-center justify-between gap-2 px-3 font-medium text-[0.875rem] text-muted -outline-offset-2 hover:text-text aria-[current]:text-text md:min-h-9"
            aria-current={id === current || undefined}
            onClick={() => scrollToSection(id)}
          >
            {title}{" "}
            {faults > 0 ? (
              <span className="min-w-5 px-1.25 rounded-xl bg-danger/20 text-danger text-[0.75rem] tabular-nums leading-5 text-center">
                {faults} <span className="sr-only">to correct</span>
              </span>
            ) : null}
          </button>
        );
      })}
    </nav>
  );
}

function scrollToSection(id: SectionId) {
  const heading = document.getElementById(headingOf(id));
  heading?.scrollIntoView({ block: "start" });
  heading?.focus({ preventScroll: true });
}

/** How far below the top, in pixels, a section's heading may be for the section to count as current. */
const readingLine = 120;

function useCurrentSection(scroller: RefObject<HTMLElement | null>): SectionId {
  const [current, setCurrent] = useState<SectionId>(sections[0].id);
  useEffect(() => {
    const element = scroller.current;
    const onScroll = () => element && setCurrent(sectionRead(element));
    element?.addEventListener("scroll", onScroll, { passive: true });
    return () => element?.removeEventListener("scroll", onScroll);
  }, [scroller]);
  return current;
}

/** Returns the last section whose heading is above the reading line; at the end of the form, the last section. */
function sectionRead(scroller: HTMLElement): SectionId {
  const atEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
  const line = atEnd ? Number.POSITIVE_INFINITY : scroller.getBoundingClientRect().top + readingLine;
  const passed = sections.filter(({ id }) => topOf(id) <= line);
  return passed.at(-1)?.id ?? sections[0].id;
}

const topOf = (id: SectionId) => document.getElementById(headingOf(id))?.getBoundingClientRect().top ?? 0;
