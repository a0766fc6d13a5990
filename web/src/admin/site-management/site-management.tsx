import { IconArrowLeft } from "@tabler/icons-react";
import { Tabs } from "radix-ui";
import type { ComponentType } from "react";
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
      <Tabs.Root
        value={shown}
        activationMode="manual" // unsaved changes need a confirmation only when a tab is opened, not when arrow keys pass it
        onValueChange={(id) => leave(() => go(tabAddress(tabAt(`tab=${id}`))))}
      >
        <Tabs.List
          aria-label="Site management"
          className="flex flex-wrap justify-between gap-1.5 mt-4 border-b border-hairline sm:justify-start sm:gap-5"
        >
          {tabs.map(({ id, label }) => (
            <Tabs.Trigger key={id} value={id} className={`${tab} whitespace-nowrap text-[0.75rem] sm:text-[0.875rem]`}>
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content key={shown} value={shown} className="pt-6 outline-offset-8">
          <Panel />
        </Tabs.Content>
      </Tabs.Root>
    </>
  );
}
