import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { flushSync } from "react-dom";
import { go, isPlainClick } from "./history";
import { isKnown, pageReads, routeOf } from "./routes";
import { isHome } from "./visit";

/** How long the current page may stay after a click while the next page's data loads, in milliseconds. */
const navigationTimeout = 200;

/** The view transition name of a logo that moves from a card to the product's page. */
const traveling = "product-logo";

/**
 * Handles clicks on plain links without loading a document. One listener serves the whole page, so that every link is
 * an `<a href>` that also works before the scripts are loaded and without them.
 */
export function useNavigation(queries: QueryClient) {
  useEffect(() => followLinks(queries), [queries]);
}

function followLinks(queries: QueryClient): () => void {
  let latest = 0;

  const follow = async (link: HTMLAnchorElement) => {
    const mine = ++latest;
    const to = link.pathname + link.search;
    forgetFailures(queries);
    if (leavesFor(link.pathname)) await atMost(navigationTimeout, readAhead(queries, link));
    if (mine === latest) show(to, logoOf(link));
  };
  const onClick = (event: MouseEvent) => {
    const link = followable(event);
    if (!link) return;
    event.preventDefault();
    void follow(link);
  };
  const onPopState = () => {
    latest++;
    forgetFailures(queries);
  };

  document.addEventListener("click", onClick);
  addEventListener("popstate", onPopState, { capture: true });
  return () => {
    document.removeEventListener("click", onClick);
    removeEventListener("popstate", onPopState, { capture: true });
  };
}

/** Returns the clicked link if it was a plain click that leads to one of our own screens. */
function followable(event: MouseEvent): HTMLAnchorElement | null {
  const plain = isPlainClick(event);
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!plain || event.defaultPrevented || !link?.href || link.target || link.hasAttribute("download")) return null;
  const isSamePage = link.hash !== "" || link.getAttribute("href") === "#";
  return link.origin === location.origin && !isSamePage && isKnown(link.pathname) ? link : null;
}

function readAhead(queries: QueryClient, link: HTMLAnchorElement) {
  const reads = pageReads(link.pathname, link.search).map((read) => queries.prefetchQuery(read));
  return Promise.all([...reads, routeOf(link.pathname, link.search).route.load?.()]);
}

/** Removes failed reads, so that their screen requests them again when it is opened. */
function forgetFailures(queries: QueryClient) {
  queries.removeQueries({ predicate: (query) => query.state.status === "error" && !query.isActive() });
}

function atMost(milliseconds: number, work: Promise<unknown>) {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
}

/** Reports whether the path has another screen than the current one. Home stays the same screen with any category. */
const leavesFor = (path: string) => path !== location.pathname && !(isHome(path) && isHome(location.pathname));

function show(to: string, logo: HTMLElement | null) {
  const replace = to === location.pathname + location.search;
  const leaves = leavesFor(to.split("?")[0] ?? "");
  const moves = logo && "startViewTransition" in document && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (moves) travel(logo, () => flushSync(() => go(to, { replace })));
  else go(to, { replace });
  if (leaves) document.getElementById("main")?.focus({ preventScroll: true });
}

const logoOf = (link: HTMLAnchorElement) =>
  link.closest("[data-card]")?.querySelector<HTMLElement>("[data-logo]") ?? null;

/** Animates the card's logo to the position of the next page's logo. Only one element may have the name at a time. */
function travel(logo: HTMLElement, change: () => void) {
  const bearers = document.querySelectorAll<HTMLElement>("[data-logo-stage]");
  for (const bearer of bearers) bearer.style.viewTransitionName = "none";
  logo.style.viewTransitionName = traveling;
  const transition = document.startViewTransition(() => {
    logo.style.viewTransitionName = "";
    change();
    for (const stage of document.querySelectorAll<HTMLElement>("[data-logo-stage]")) {
      stage.style.viewTransitionName = traveling;
    }
  });
  transition.finished.catch(() => undefined); // skipping it for another navigation is not an error
}
