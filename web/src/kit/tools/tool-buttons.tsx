import { useEffect } from "react";
import type { ProductCard } from "../../api/schema.gen";
import { unpaid } from "../../site";
import { slots, type ToolButton } from "../../slots";

/** The buttons of a tool. Their other class is for the place where they are. */
export const toolButtons = (
  tool: Parameters<ToolButton["attributes"]>[0],
  place: string,
  buttons = slots.toolButtons,
) =>
  buttons.map(({ action, className, attributes }) => (
    <button
      key={action}
      {...attributes(tool)}
      className={`${className} ${place}-${className}`}
      aria-label={`${action} ${tool.name}`}
    />
  ));

/** Those that are also where a tool is described at length. */
export const rowButtons = (tool: Parameters<ToolButton["attributes"]>[0], place: string) =>
  toolButtons(
    tool,
    place,
    slots.toolButtons.filter(({ isInRows }) => isInRows),
  );

interface ListButtons {
  /** The attribute of the buttons, with the tool's id. */
  attribute: string;
  ids: () => number[];
  subscribe: (listener: () => void) => () => void;
  press: (button: HTMLElement, id: number) => void;
}

/**
 * Makes the buttons work that put a tool on a list. One listener serves all of them, so that cards need no code for it.
 * Documents are the same for all visitors, so the buttons' state is set in the browser.
 */
export function useListButtons(buttons: ListButtons) {
  useEffect(() => {
    const { attribute, ids, subscribe, press } = buttons;
    const show = (part: ParentNode) => {
      const listed = new Set(ids().map(String));
      for (const button of part.querySelectorAll(`[${attribute}]`)) {
        button.ariaPressed = String(listed.has(button.getAttribute(attribute) ?? ""));
      }
    };
    const update = () => show(document);
    const inserted = new MutationObserver((changes) => {
      for (const target of new Set(changes.map((change) => change.target))) {
        if (target instanceof Element) show(target);
      }
    });
    const onClick = ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest<HTMLElement>(`[${attribute}]`) : null;
      if (button) press(button, Number(button.getAttribute(attribute)));
    };
    update();
    inserted.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("click", onClick);
    const unsubscribe = subscribe(update);
    return () => {
      unsubscribe();
      document.removeEventListener("click", onClick);
      inserted.disconnect();
    };
  }, [buttons]);
}

/** The places of the site with links to tools' websites. The server has them too (internal/pages/links.go). */
export type Placement =
  | "home"
  | "list"
  | "search"
  | "tool"
  | "alternatives"
  | "comparison"
  | "collection"
  | "deal"
  | `booking-${number}`;

export type Visited = Pick<ProductCard, "slug" | "website" | "hasAffiliateLink"> & { id: number | string };

/** A new tab without opener and referrer; whether the link is paid for. */
export const newTab = (isPaid: boolean) => ({
  target: "_blank",
  rel: `noopener noreferrer${isPaid ? " sponsored nofollow" : unpaid.rel}`,
});

/**
 * Returns the attributes of every link to a product's website: the website and the product that the visit is counted for, or the
 * way over the server, which counts it, to the affiliate link or from a place that is paid for.
 */
export function websiteLink({ id, slug, website, hasAffiliateLink }: Visited, from: Placement) {
  const isPaid = hasAffiliateLink || from.startsWith("booking");
  return {
    ...newTab(isPaid),
    ...(isPaid ? { href: `/go/${slug}?from=${from}` } : { href: website, "data-visit": id }),
  };
}

/** The link to a tool's website on a card or in a row; before an affiliate link, what it is. */
export function cardVisit(tool: Visited & { name: string }, from: Placement) {
  const isPaid = tool.hasAffiliateLink;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: websiteLink has the href
    <a
      className="card-visit"
      {...websiteLink(tool, from)}
      aria-label={`${isPaid ? "Affiliate: " : ""}Visit ${tool.name}`}
      data-tooltip={isPaid ? "We may earn a commission" : undefined}
    >
      {isPaid ? <AffiliateVisit /> : "Visit"}
    </a>
  );
}

/** What an affiliate link is, before what it says. */
export const AffiliateVisit = () => (
  <span className="affiliate">
    <small>Affiliate</small> Visit
  </span>
);
