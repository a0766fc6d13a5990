import { IconArrowLeft } from "@tabler/icons-react";
import type { ComponentType, KeyboardEvent } from "react";
import { useSearch } from "wouter/use-browser-location";
import { go } from "../../history";
import { AdminLink } from "../link";
import { ScreenHead } from "../screen-head";
import { homePath } from "../session";
import { tab } from "../styles";
import { useLeave } from "../unsaved";
import { LegalTab } from "./legal/legal-tab";
import { LogoTab } from "./logos/logo-tab";
import { SocialTab } from "./social/social-tab";
import { SyncTab } from "./sync/sync-tab";
import { type TabId, tabAddress, tabAt, tabs } from "./tabs";

const panels: Record<TabId, ComponentType> = {
  legal: LegalTab,
  social: SocialTab,
  logos: LogoTab,
  sync: SyncTab,
};

/** The settings of the site in four tabs. The tab is in the URL. */
export default function SiteManagement() {
  const shown = tabAt(useSearch());
  const leave = useLeave();
  const Panel = panels[shown];
  return (
    <>
      <AdminLink
        href={homePath}
        className="inline-flex items-center gap-1.5 min-h-11 -mt-3 rounded-md text-muted text-[0.875rem] hover:text-text"
      >
        <IconArrowLeft size={16} aria-hidden="true" />
        Back to Admin
      </AdminLink>
      <ScreenHead title="Site Management">Legal pages, social links, logos and sync.</ScreenHead>
      <div
        role="tablist"
        aria-label="Site management"
        aria-orientation="horizontal"
        className="flex flex-wrap justify-between gap-1.5 mt-4 border-b border-hairline sm:justify-start sm:gap-5"
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={id === shown}
            aria-controls="tab-panel"
            tabIndex={id === shown ? 0 : -1}
            className={`${tab} whitespace-nowrap text-[0.75rem] sm:text-[0.875rem]`}
            onClick={() => leave(() => go(tabAddress(id)))}
          >
            {label}
          </button>
        ))}
      </div>
      <div
        key={shown}
        role="tabpanel"
        id="tab-panel"
        aria-labelledby={`tab-${shown}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard reaches a panel that begins with text
        tabIndex={0}
        className="pt-6 outline-offset-8"
      >
        <Panel />
      </div>
    </>
  );
}

/** Moves the focus between the tabs. Only a press opens one: unsaved changes need a confirmation then, and not before. */
function onKeyDown(event: KeyboardEvent<HTMLElement>) {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  all.at(to % all.length)?.focus();
}
