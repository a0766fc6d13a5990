import { IconDots } from "@tabler/icons-react";
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "../button";
import { IconButton } from "./buttons";
import { AdminLink } from "./screen";

interface RowMenuProps {
  /** The button's name. */
  label: string;
  /** The button shows its name instead of three dots. */
  isNamed?: boolean;
  /** Links and buttons. */
  children: ReactNode;
}

/** A link of a menu. */
export const rowMenuItem =
  "flex min-h-11 w-full items-center rounded-md px-3 text-left text-[0.875rem] hover:bg-hairline focus-visible:-outline-offset-2 md:min-h-9";

interface MenuActionProps extends ComponentProps<"button"> {
  isDanger?: boolean;
}

/** A button of a menu. Its label says of what, for screen readers. */
export function MenuAction({ isDanger = false, ...props }: MenuActionProps) {
  return (
    <button
      type="button"
      className={`${rowMenuItem} disabled:opacity-50 ${isDanger ? "text-danger" : ""}`}
      {...props}
    />
  );
}

/**
 * A button that opens the further actions of a row. It closes on Esc, on a press elsewhere, on a choice and when the
 * page moves below it; arrow keys, Home and End move in it.
 */
export function RowMenu({ label, isNamed, children }: RowMenuProps) {
  const id = useId();
  const button = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen || !panel.current || !button.current) return;
    const { current: menu } = panel;
    const { current: opener } = button;
    if ("showPopover" in menu) {
      menu.popover = "manual"; // above the list, which clips its rows
      menu.showPopover();
    }
    placeAt(menu, opener.getBoundingClientRect());
    itemsOf(menu)[0]?.focus({ preventScroll: true });
    const ended = new AbortController();
    const close = () => setOpen(false);
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && !menu.contains(target) && !opener.contains(target)) close();
    };
    document.addEventListener("pointerdown", onPress, { signal: ended.signal });
    for (const moves of ["scroll", "resize"]) addEventListener(moves, close, { signal: ended.signal, passive: true });
    return () => ended.abort();
  }, [isOpen]);
  const focusButton = () => button.current?.querySelector("button")?.focus({ preventScroll: true });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    event.stopPropagation(); // the list has keys of its own
    const items = itemsOf(event.currentTarget);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: (at + 1) % items.length, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Escape") {
      setOpen(false);
      focusButton();
    } else if (to === undefined) return;
    else items.at(to)?.focus();
    event.preventDefault();
  };
  const opening = {
    "aria-expanded": isOpen,
    "aria-controls": isOpen ? id : undefined,
    onClick: () => setOpen(!isOpen),
  };
  return (
    <>
      <span ref={button} className="inline-grid">
        {isNamed ? (
          <Button size="small" {...opening}>
            {label}
          </Button>
        ) : (
          <IconButton data-control="menu" label={label} tooltip="More actions" Icon={IconDots} {...opening} />
        )}
      </span>
      {isOpen ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: closes after a choice inside
        <div
          ref={panel}
          id={id}
          tabIndex={-1} // Safari gives a pressed button no focus, but what is around it
          className="fixed m-0 w-56 rounded-xl border border-line bg-raised-2 p-1.5 text-text shadow-2xl"
          onKeyDown={onKeyDown}
          onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
          onClickCapture={() => {
            focusButton(); // a dialog returns the focus to it
            setOpen(false);
          }}
        >
          {children}
        </div>
      ) : null}
    </>
  );
}

interface RowActionsProps {
  /** What the row is about, for screen readers. */
  of: string;
  /** The public page, if it has one. */
  page: string | undefined;
  /** The editor; undefined for those who may not change it. */
  editor: string | undefined;
  remove: () => void;
}

/** The button or link at the end of a row that opens its editor. */
export const rowEdit =
  "inline-flex min-h-11 min-w-11 items-center justify-center rounded-lg px-2.5 text-[0.8125rem] font-medium text-muted hover:bg-contrast/6 hover:text-text md:min-h-9";

/** What can be done with a row: editing it, and in a menu the link to the public page and deletion. */
export function RowActions({ of, page, editor, remove }: RowActionsProps) {
  if (!editor)
    return page ? (
      <a href={page} className={rowEdit} aria-label={`View ${of}`}>
        View
      </a>
    ) : null;
  return (
    <div className="flex flex-none items-center">
      <AdminLink href={editor} className={rowEdit} aria-label={`Edit ${of}`}>
        Edit
      </AdminLink>
      <RowMenu label={`More actions for ${of}`}>
        {page ? (
          <a href={page} className={rowMenuItem} aria-label={`View ${of}`}>
            View
          </a>
        ) : null}
        <MenuAction aria-label={`Delete ${of}`} onClick={remove} isDanger>
          Delete
        </MenuAction>
      </RowMenu>
    </div>
  );
}

/** The title of a row, which opens its editor. */
export function RowTitle({ editor, title }: { editor: string | undefined; title: string }) {
  const look = "block truncate rounded font-medium text-[0.9375rem]";
  if (!editor) return <span className={look}>{title}</span>;
  return (
    <AdminLink href={editor} className={`${look} hover:underline`}>
      {title}
    </AdminLink>
  );
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>("a, button")];

/** Puts a menu below the right end of its button, or above it where it doesn't fit. */
function placeAt(menu: HTMLElement, { top, right, bottom }: DOMRect) {
  const { width, height } = menu.getBoundingClientRect();
  const { clientHeight } = document.documentElement;
  menu.style.inset = `${bottom + height <= clientHeight ? bottom : Math.max(0, top - height)}px auto auto ${Math.max(0, right - width)}px`;
}
