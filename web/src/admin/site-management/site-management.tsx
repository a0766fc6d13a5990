import type { ComponentType } from "react";
import { useSearch } from "wouter/use-browser-location";
import { parts, settingsTabs } from "../../admin-features";
import { go } from "../../history";
import { BackLink, panelOf, ScreenHead, TabBar, tabAt } from "../../kit/admin/screen";
import { homePath } from "../../kit/admin/session";
import { useLeave } from "../../kit/admin/unsaved";
import { AppearanceTab } from "./appearance/appearance-tab";
import { LegalTab } from "./legal/legal-tab";
import { LogoTab } from "./logos/logo-tab";
import { SearchTab } from "./search/search-tab";
import { SocialTab } from "./social/social-tab";
import { tabAddress } from "./tab-address";
import { TextsTab } from "./texts/texts-tab";

const panels: Record<string, ComponentType | undefined> = {
  texts: TextsTab,
  appearance: AppearanceTab,
  logos: LogoTab,
  social: SocialTab,
  legal: LegalTab,
  search: SearchTab,
};

/** The settings of the site in seven tabs. The tab is in the URL. */
export default function SiteManagement() {
  const query = useSearch();
  const isLegal = /^\??page=/.test(query); // a link from when the legal pages were the first tab
  const shown = isLegal ? "legal" : (tabAt(query, settingsTabs)?.id ?? "texts");
  const Panel = panels[shown] ?? parts.sync?.tab.Panel;
  const leave = useLeave();
  return (
    <>
      <BackLink href={homePath}>Back to Admin</BackLink>
      <ScreenHead title="Site Management">
        Name and texts, appearance, logos, social links, legal pages, search engines and sync.
      </ScreenHead>
      <TabBar
        label="Site management"
        tabs={settingsTabs}
        shown={shown}
        open={(id) => leave(() => go(tabAddress(id)))}
      />
      <div key={shown} {...panelOf(shown)} className="pt-6 outline-offset-8">
        {Panel ? <Panel /> : null}
      </div>
    </>
  );
}
