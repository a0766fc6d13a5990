import { useEffect, useState } from "react";
import type { Theme } from "../../../api/site-settings";
import { colours, isColour } from "./theme-fields";

/** How long after the last change the server is asked, in milliseconds. */
const pause = 150;

/** Returns the latest theme whose colours are all complete, once it has not changed for a moment. */
export function useValidTheme(theme: Theme): Theme {
  const [valid, setValid] = useState(theme);
  const text = JSON.stringify(theme);
  useEffect(() => {
    const typed: Theme = JSON.parse(text);
    const values = colours.flatMap((name) => [typed[`dark${name}`], typed[`light${name}`]]);
    if (!values.every(isColour)) return;
    const timer = setTimeout(() => setValid(typed), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return valid;
}
