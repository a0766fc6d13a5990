import { useEffect } from "react";

/** How long the pointer rests on a control before its tooltip is shown, in milliseconds. */
const openDelay = 700;

/** How long after a tooltip was shown the next one is shown without a delay, in milliseconds. */
const skipDelay = 300;

/**
 * Shows the tooltips of the page: the `data-tooltip` text of the control that the pointer rests on or that has keyboard
 * focus. It repeats part of the control's name or description, so it is hidden from screen readers. Radix's tooltips,
 * one per control, would need a positioning library that nothing else here uses.
 */
export function useTooltips() {
  useEffect(() => watch(), []);
}

function watch(): () => void {
  const tooltip = document.createElement("div");
  if (!("showPopover" in tooltip)) return () => undefined; // browsers from before 2024 show no tooltips
  tooltip.className = "tooltip";
  tooltip.popover = "manual"; // above dialogs too
  tooltip.ariaHidden = "true";
  document.body.append(tooltip);

  let control: HTMLElement | null = null; // the control whose tooltip is shown or about to be
  let timer = 0;
  let isShown = false;
  let hiddenAt = Number.NEGATIVE_INFINITY;

  const hide = () => {
    clearTimeout(timer);
    if (!isShown) return;
    isShown = false;
    tooltip.hidePopover();
    hiddenAt = performance.now();
  };
  const show = () => {
    if (!control?.isConnected) return;
    isShown = true;
    tooltip.textContent = control.dataset.tooltip ?? "";
    tooltip.showPopover();
    positionTooltip(tooltip, control.getBoundingClientRect());
  };
  const showFor = (next: HTMLElement | null, delay: number) => {
    if (next === control) return;
    hide();
    control = next;
    const isNext = performance.now() - hiddenAt < skipDelay;
    if (next) timer = window.setTimeout(show, isNext ? 0 : delay);
  };
  const onPointerMove = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === "touch" || target === tooltip) return;
    showFor(controlAt(target), openDelay);
  };
  const onFocusIn = ({ target }: FocusEvent) => {
    const next = controlAt(target);
    showFor(next?.matches(":focus-visible") ? next : null, 0);
  };
  const leave = () => showFor(null, 0);
  const onScroll = () => {
    if (control === null || control !== document.activeElement) hide();
    else if (isShown) positionTooltip(tooltip, control.getBoundingClientRect()); // focusing itself may have scrolled the page
  };

  const ended = new AbortController();
  const { signal } = ended;
  // Not pointerover, which also fires when the page changes under a pointer at rest, say while the keyboard is in use.
  document.addEventListener("pointermove", onPointerMove, { signal, passive: true });
  document.documentElement.addEventListener("pointerleave", leave, { signal });
  document.addEventListener("pointerdown", hide, { signal }); // a control in use needs no tooltip
  document.addEventListener("keydown", hide, { signal });
  document.addEventListener("focusin", onFocusIn, { signal });
  document.addEventListener("focusout", leave, { signal });
  document.addEventListener("scroll", onScroll, { signal, capture: true, passive: true });
  return () => {
    clearTimeout(timer);
    ended.abort();
    tooltip.remove();
  };
}

const controlAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-tooltip]") : null;

/**
 * Puts the tooltip below the middle of the control, or above if it does not fit, and inside the window. The two touch,
 * so that the pointer can move onto a tooltip that covers what is below it.
 */
function positionTooltip(tooltip: HTMLElement, control: DOMRect) {
  const { width, height } = tooltip.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const middle = control.left + control.width / 2 - width / 2;
  const fitsBelow = control.bottom + height <= clientHeight;
  tooltip.style.left = `${Math.max(0, Math.min(middle, clientWidth - width))}px`;
  tooltip.style.top = `${fitsBelow ? control.bottom : control.top - height}px`;
}
