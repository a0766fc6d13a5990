import { type ComponentType, createElement, useEffect, useState } from "react";

/** The key in localStorage of the tools to compare. */
export const comparedKey = "compared_tools";

/** Returns the attributes of a button that adds a product to the ones to compare, or removes it. */
export const compareButton = ({ id }: { id: number | string }) =>
  ({ type: "button", "aria-pressed": "false", "data-compare": id }) as const;

const load = async () => (await import("./tray")).Tray;

/**
 * Makes the compare buttons work. What they do and the bar are loaded when one is pressed, or when this browser has tools
 * to compare, as few visitors do.
 */
export function CompareTray() {
  const [loaded, setLoaded] = useState<[tray: ComponentType<{ pressed: number }>, pressed: number]>();
  useEffect(() => {
    const start = (pressed: number) => void load().then((tray) => setLoaded([tray, pressed]), console.error);
    const onClick = ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest<HTMLElement>("[data-compare]") : null;
      if (button) start(Number(button.dataset.compare));
    };
    const onStorage = ({ key }: StorageEvent) => {
      if (key === comparedKey) start(0);
    };
    if (loaded) return;
    if (hasCompared()) start(0);
    document.addEventListener("click", onClick);
    addEventListener("storage", onStorage);
    return () => {
      document.removeEventListener("click", onClick);
      removeEventListener("storage", onStorage);
    };
  }, [loaded]);
  return loaded ? createElement(loaded[0], { pressed: loaded[1] }) : null;
}

function hasCompared(): boolean {
  try {
    return (localStorage.getItem(comparedKey) ?? "[]") !== "[]";
  } catch {
    return false; // the browser stores nothing for this site
  }
}
