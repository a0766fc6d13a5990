import { useState } from "react";

/** The layout of the logos. */
export type View = "grid" | "list";

/** The localStorage key of the layout. */
const storageKey = "admin_logos_view";

/** Returns this browser's last chosen layout, and a function to change it. */
export function useView() {
  const [view, setView] = useState<View>(() => (localStorage.getItem(storageKey) === "list" ? "list" : "grid"));
  const choose = (view: View) => {
    setView(view);
    localStorage.setItem(storageKey, view);
  };
  return [view, choose] as const;
}
