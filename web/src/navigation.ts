import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { flushSync } from "react-dom";
import { go } from "./history";
import { isKnown, pageReads, routeOf } from "./routes";
import { isHome } from "./visit";

/** How long a page may stay after a press on a link while the next one's answers come, in milliseconds. */
const navigationTimeout = 200;

/** The name under which a logo travels from a card to the page that the card leads to. */
const travelling = "product-logo";

/**
 * Makes the plain links of the page lead on without loading a document. It stands at one place, so that a link is an
 * `<a href>` wherever it is, which also works before the scripts are there and without them.
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

/** The pressed link, if a plain press leads to one of our own screens. */
function followable(event: MouseEvent): HTMLAnchorElement | null {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!plain || event.defaultPrevented || !link?.href || link.target || link.hasAttribute("download")) return null;
  const isSamePage = link.hash !== "" || link.getAttribute("href") === "#";
  return link.origin === location.origin && !isSamePage && isKnown(link.pathname) ? link : null;
}

function readAhead(queries: QueryClient, link: HTMLAnchorElement) {
  const reads = pageReads(link.pathname, link.search).map((read) => queries.prefetchQuery(read));
  return Promise.all([...reads, routeOf(link.pathname, link.search).route.load?.()]);
}

/** A read that failed is tried again when one comes to its screen again. */
function forgetFailures(queries: QueryClient) {
  queries.removeQueries({ predicate: (query) => query.state.status === "error" && !query.isActive() });
}

function atMost(milliseconds: number, work: Promise<unknown>) {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
}

/** Whether the path has another screen than the shown one. Home stays itself, whatever category it is narrowed to. */
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

/** Lets the card's logo move to where the next page has its own. Only one element may bear the name at a time. */
function travel(logo: HTMLElement, change: () => void) {
  const bearers = document.querySelectorAll<HTMLElement>("[data-logo-stage]");
  for (const bearer of bearers) bearer.style.viewTransitionName = "none";
  logo.style.viewTransitionName = travelling;
  const transition = document.startViewTransition(() => {
    logo.style.viewTransitionName = "";
    change();
    for (const stage of document.querySelectorAll<HTMLElement>("[data-logo-stage]")) {
      stage.style.viewTransitionName = travelling;
    }
  });
  transition.finished.catch(() => undefined); // one that another press cuts short is no failure
}
