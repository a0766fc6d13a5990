import { useEffect } from "react";
import { countOpen, countVisit, type VisitKind } from "../api/visits";

/**
 * Counts clicks on links to tools' websites, which have the tool's id in data-visit. One listener serves the whole
 * page, so that cards need no code for it, and it never prevents the click: the link works whether or not the count
 * does.
 */
export function useVisitCounts() {
  useEffect(() => {
    document.addEventListener("click", onPress);
    document.addEventListener("auxclick", onPress);
    return () => {
      document.removeEventListener("click", onPress);
      document.removeEventListener("auxclick", onPress);
    };
  }, []);
}

const middle = 1;

function onPress({ type, button, target }: MouseEvent) {
  if (type === "auxclick" && button !== middle) return; // a context menu is not a visit
  const link = target instanceof Element ? target.closest<HTMLElement>("a[data-visit]") : null;
  if (link) countVisit(Number(link.dataset.visit));
}

/** Counts that a page was opened, like countOpen, once it is loaded and visible. */
export function useOpenCount(opened: number | string | undefined, kind: VisitKind = "open") {
  useEffect(() => {
    if (opened === undefined) return;
    const count = () => countOpen(opened, kind);
    if (!isAhead()) return count();
    document.addEventListener("prerenderingchange", count, { once: true });
    return () => document.removeEventListener("prerenderingchange", count);
  }, [opened, kind]);
}

/** Reports whether the browser is prerendering the page and nobody sees it yet. */
const isAhead = () => (document as { prerendering?: boolean }).prerendering === true;
