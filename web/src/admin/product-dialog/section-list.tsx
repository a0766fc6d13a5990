import { type RefObject, useEffect, useState } from "react";
import { useProductForm } from "./form-context";
import { sectionListStyle } from "./layout";
import { faultyFields } from "./product-rules";
import { headingOf, type SectionId, sections } from "./sections";

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
