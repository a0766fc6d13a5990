import { type KeyboardEvent, useState } from "react";
import type { ChoiceField } from "./fields";
import { findOptions, type Offer } from "./find-options";

/** How far the page keys move in a list. */
const page = 8;

/**
 * A list that is searched by typing: whether it is open, what it offers, which offer the keys are on. The text box keeps
 * the focus; leaving it puts its text right again.
 */
export function useOptionList(field: ChoiceField, chosen: string, choose: (offer: Offer) => void) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const offers = isOpen ? findOptions(field, typed ?? "") : [];

  const open = () => {
    if (isOpen) return;
    setOpen(true);
    setTyped(null);
    setActive(findOptions(field, "").findIndex(({ value }) => value === chosen));
  };
  const close = () => {
    setOpen(false);
    setTyped(null);
  };
  const take = (offer: Offer | undefined) => {
    close();
    if (offer) choose(offer);
  };
  const type = (text: string) => {
    setOpen(true);
    setTyped(text);
    setActive(text.trim() === "" ? -1 : 0);
  };
  /** An emptied box chooses nothing, a whole name that name; anything else is one's own words where a list has Custom. */
  const leave = () => {
    if (typed === null) return close();
    const first = offers[0];
    const isName = first?.label.toLowerCase() === typed.trim().toLowerCase();
    take(typed.trim() === "" || isName ? first : offers.find(({ ownWords }) => ownWords !== undefined));
  };
  const move = (to: number) => {
    open();
    if (isOpen) setActive(Math.min(Math.max(to, 0), offers.length - 1));
  };
  const round = (to: number) => move((to + offers.length) % Math.max(offers.length, 1));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const act = {
      ArrowDown: () => round(active + 1),
      ArrowUp: () => round(active <= 0 ? -1 : active - 1),
      PageDown: isOpen ? () => move(active + page) : undefined,
      PageUp: isOpen ? () => move(active - page) : undefined,
      Enter: isOpen ? () => take(offers[typed?.trim() === "" ? 0 : active]) : open,
      Escape: isOpen ? close : undefined,
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return { isOpen, offers, active, setActive, text: typed ?? chosen, open, type, take, leave, onKeyDown };
}
