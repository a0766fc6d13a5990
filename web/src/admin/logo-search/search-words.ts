import type { LogoRun } from "../../api/logo-settings";
import { countOf, formatCount } from "../../kit/count";

/** Returns the number of tools that the search has looked at. */
export const checkedOf = ({ proposed, none, dismissed }: LogoRun) => proposed + none + dismissed;

/** Returns the sentence about a search. */
export function statusOf(run: LogoRun): string {
  const { status, missing, pending, proposed, none } = run;
  if (missing === 0) return "Every tool has a logo.";
  const found = `${countOf(proposed, "logo")} found`;
  if (status === "idle" && checkedOf(run) + pending === 0)
    return `${countOf(missing, "tool")} ${missing === 1 ? "has" : "have"} no logo.`;
  if (status === "idle") return `${found}. ${countOf(none, "tool")} without a usable icon on their website.`;
  const checked = checkedOf(run);
  const progress = `${formatCount(checked)} of ${countOf(checked + pending, "website")} checked, ${found}`;
  return status === "paused" ? `Paused: ${progress}.` : `${progress}.`;
}
