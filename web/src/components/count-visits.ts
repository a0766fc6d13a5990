import { useEffect } from "react";
import { countOpen, countVisit } from "../api/visits";

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

/** Counts that a tool's page was opened, once it is loaded and visible. */
export function useOpenCount(product: number | undefined) {
  useEffect(() => {
    if (product === undefined) return;
    const count = () => countOpen(product);
    if (!isAhead()) return count();
    document.addEventListener("prerenderingchange", count, { once: true });
    return () => document.removeEventListener("prerenderingchange", count);
  }, [product]);
}

/** Reports whether the browser is prerendering the page and nobody sees it yet. */
const isAhead = () => (document as { prerendering?: boolean }).prerendering === true;
