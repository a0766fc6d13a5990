import type { AdminScreen, Parts } from "../../kit/admin/parts";
import { ReaderNumbers } from "./reader-numbers";
import { Subscribers } from "./subscribers";

/** The screen of the next issues, and of those that were sent. */
export const newsletterScreen: AdminScreen = {
  path: "/admin/newsletter",
  title: "Newsletter",
  group: "Audience",
  area: "audience",
  needs: "newsletter",
  load: () => import("./newsletter"),
};

/** The subscribers, in a tab of the audience's screen. */
export const subscribersTab: Parts["subscribers"] = {
  id: "subscribers",
  label: "Subscribers",
  needs: "newsletter",
  purpose: "People who asked for the newsletter by email. Only confirmed ones get it.",
  Panel: Subscribers,
  Numbers: ReaderNumbers,
};

/** The parts of the screen: the next issue of each cadence, and the issues that were sent or scheduled. */
export const tabs = [
  { id: "weekly", label: "Next weekly" },
  { id: "monthly", label: "Next monthly" },
  { id: "issues", label: "Issues" },
] as const;

type TabId = (typeof tabs)[number]["id"];

/** Returns the URL of a tab; the first one's has no query. */
export const tabAddress = (id: TabId) =>
  id === "weekly" ? newsletterScreen.path : `${newsletterScreen.path}?tab=${id}`;
