import { useState } from "react";

/** How the logos are laid out. */
export type View = "grid" | "list";

/** Where the choice is remembered. */
const remembered = "admin_logos_view";

/** The layout that was chosen last in this browser. */
export function useView() {
  const [view, setView] = useState<View>(() => (localStorage.getItem(remembered) === "list" ? "list" : "grid"));
  const choose = (view: View) => {
    setView(view);
    localStorage.setItem(remembered, view);
  };
  return [view, choose] as const;
}
