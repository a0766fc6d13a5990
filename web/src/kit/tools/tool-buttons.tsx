import { type ReactNode, useEffect } from "react";
import type { ProductCard } from "../../api/schema.gen";
import { slots, type ToolButton } from "../../slots";
import { languageOf } from "../language";

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

/**
 * Returns the attributes of every link to a product's website: a new tab without opener and referrer, the rel value of
 * a sponsored link, and the product that the visit is counted for.
 */
export const websiteLink = (product: { id: number | string }) => ({
  target: "_blank",
  rel: "noopener noreferrer sponsored nofollow",
  "data-visit": product.id,
});

/** The link to a tool's website on a card or in a row. */
export const cardVisit = (tool: Parameters<typeof websiteLink>[0] & { name: string; website: string }) => (
  <a className="card-visit" href={tool.website} {...websiteLink(tool)} aria-label={`Visit ${tool.name}`}>
    Visit
  </a>
);

interface VisitLinkProps {
  product: Pick<ProductCard, "id" | "name" | "website">;
  /** The classes of a button. */
  look: string;
  /** Without the name, which stands beside it. */
  isShort?: boolean;
  icon?: ReactNode;
}

/** The link to a tool's website. */
export function VisitLink({ product, look, isShort = false, icon }: VisitLinkProps) {
  return (
    <a href={product.website} {...websiteLink(product)} className={look}>
      <span className="truncate">
        Visit{" "}
        <span {...languageOf(product.name)} className={isShort ? "sr-only" : ""}>
          {product.name}
        </span>
      </span>
      <span className="sr-only">(opens in a new tab)</span>
      {icon}
    </a>
  );
}
