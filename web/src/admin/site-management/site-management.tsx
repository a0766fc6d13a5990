import { IconArrowLeft } from "@tabler/icons-react";
import type { ComponentType } from "react";
import { useSearch } from "wouter/use-browser-location";
import { go } from "../../history";
import { AdminLink } from "../../kit/admin/link";
import { ScreenHead } from "../../kit/admin/screen-head";
import { homePath } from "../../kit/admin/session";
import { panelOf, TabBar } from "../../kit/admin/tab-bar";
import { useLeave } from "../../kit/admin/unsaved";
import { AppearanceTab } from "./appearance/appearance-tab";
import { LegalTab } from "./legal/legal-tab";
import { LogoTab } from "./logos/logo-tab";
import { SearchTab } from "./search/search-tab";
import { SocialTab } from "./social/social-tab";
import { SyncTab } from "./sync/sync-tab";
import { type TabId, tabAddress, tabAt, tabs } from "./tabs";
import { TextsTab } from "./texts/texts-tab";

const panels: Record<TabId, ComponentType> = {
  legal: LegalTab,
  social: SocialTab,
  logos: LogoTab,
  sync: SyncTab,
  texts: TextsTab,
  search: SearchTab,
  appearance: AppearanceTab,
};

/** The settings of the site in seven tabs. The tab is in the URL. */
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
      <ScreenHead title="Site Management">
        Legal pages, social links, logos, sync, texts, search engines and appearance.
      </ScreenHead>
      <TabBar label="Site management" tabs={tabs} shown={shown} open={(id) => leave(() => go(tabAddress(id)))} />
      <div key={shown} {...panelOf(shown)} className="pt-6 outline-offset-8">
        <Panel />
      </div>
    </>
  );
}
