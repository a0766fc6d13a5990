import { useEffect } from "react";
import { countOpen, countVisit } from "../api/visits";

/**
 * Counts the presses on links to tools' websites: those that have the tool's number as data-visit. It stands at one
 * place, so that a card needs no code of its own, and it only listens: the link leads on whatever becomes of the count.
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
  if (type === "auxclick" && button !== middle) return; // a menu is no visit
  const link = target instanceof Element ? target.closest<HTMLElement>("a[data-visit]") : null;
  if (link) countVisit(Number(link.dataset.visit));
}

/** Counts that a tool's page was opened: once it is there, and seen. */
export function useOpenCount(product: number | undefined) {
  useEffect(() => {
    if (product === undefined) return;
    const count = () => countOpen(product);
    if (!isAhead()) return count();
    document.addEventListener("prerenderingchange", count, { once: true });
    return () => document.removeEventListener("prerenderingchange", count);
  }, [product]);
}

/** Whether the browser shows the page to nobody yet, as it only expects it to be asked for. */
const isAhead = () => (document as { prerendering?: boolean }).prerendering === true;
