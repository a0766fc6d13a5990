import { type ComponentProps, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from "react";

interface DropdownProps {
  /** The button's label. */
  label: ReactNode;
  /** The tooltip of a button that has only an icon. */
  tooltip?: string;
  className?: string;
  buttonClassName?: string;
  panelClassName?: string;
  children?: ReactNode;
  /** Content with cached markup, instead of children. */
  contents?: ComponentProps<"div">;
}

/**
 * A button that opens a panel of links. It is a native details element, so it works before the scripts are loaded. With
 * them it closes on Esc, on a click elsewhere and on a choice, and arrow keys, Home, End and first letters move in it.
 */
export function Dropdown({
  label,
  tooltip,
  className = "",
  buttonClassName,
  panelClassName = "",
  children,
  contents = { children },
}: DropdownProps) {
  const root = useRef<HTMLDetailsElement>(null);
  useEffect(() => (root.current ? closeOnOutsidePress(root.current) : undefined), []);
  return (
    <details ref={root} className={`dropdown ${className}`} onKeyDown={onKeyDown}>
      <summary className={buttonClassName} data-tooltip={tooltip}>
        {label}
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: closes after a link inside was followed
          biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed by key clicks too */}
      <div className={`dropdown-panel ${panelClassName}`} onClick={onChoice} {...contents} />
    </details>
  );
}

function closeOnOutsidePress(details: HTMLDetailsElement): () => void {
  const onPress = (event: PointerEvent) => {
    if (event.target instanceof Node && !details.contains(event.target)) details.open = false;
  };
  document.addEventListener("pointerdown", onPress);
  return () => document.removeEventListener("pointerdown", onPress);
}

function onChoice(event: MouseEvent<HTMLElement>) {
  const details = event.currentTarget.closest("details");
  if (!details || !(event.target instanceof Element && event.target.closest("a"))) return;
  details.querySelector("summary")?.focus(); // the link is about to be hidden
  details.open = false;
}

function onKeyDown(event: KeyboardEvent<HTMLDetailsElement>) {
  const details = event.currentTarget;
  if (event.key === "Escape" && details.open) {
    details.open = false;
    details.querySelector("summary")?.focus();
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  const target = destination(event, details);
  if (!target) return;
  event.preventDefault();
  details.open = true;
  target.focus();
}

/** Returns the link that a key moves to, or undefined if the key does not move. */
function destination(event: KeyboardEvent, details: HTMLDetailsElement): HTMLElement | undefined {
  if (event.metaKey || event.ctrlKey || event.altKey) return undefined;
  const links = [...details.querySelectorAll<HTMLElement>(".dropdown-panel a")];
  const at = links.indexOf(document.activeElement as HTMLElement);
  switch (event.key) {
    case "ArrowDown":
      return links[(at + 1) % links.length];
    case "ArrowUp":
      return links.at(at <= 0 ? -1 : at - 1);
    case "Home":
      return details.open ? links[0] : undefined;
    case "End":
      return details.open ? links.at(-1) : undefined;
    default:
      return details.open ? typeAhead(details, links, at, event.key) : undefined;
  }
}

/** How long letters typed in a row are combined, in milliseconds. */
export const typeAheadReset = 1000;

interface Typed {
  text: string;
  at: number;
}

const typedIn = new WeakMap<Element, Typed>();

/**
 * Returns the item that starts with the text typed so far, searching on from the current one. Typing one letter
 * repeatedly cycles through all items that start with it.
 */
export function typeAhead<T extends HTMLElement>(
  menu: Element,
  items: T[],
  current: number,
  key: string,
  now = Date.now(),
) {
  const before = typedIn.get(menu);
  const continues = before !== undefined && now - before.at < typeAheadReset;
  if (key.length !== 1 || (key === " " && !continues)) return undefined;
  const text = (continues ? before.text : "") + key.toLowerCase();
  typedIn.set(menu, { text, at: now });
  const repeated = [...text].every((letter) => letter === text[0]);
  const beginning = repeated ? text.charAt(0) : text;
  const from = current + (beginning.length === 1 ? 1 : 0);
  const inOrder = items.map((_, index) => items[(Math.max(from, 0) + index) % items.length]);
  return inOrder.find((item) => item?.textContent?.trim().toLowerCase().startsWith(beginning));
}
