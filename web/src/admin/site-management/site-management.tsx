import { IconArrowLeft } from "@tabler/icons-react";
import { useSearch } from "wouter/use-browser-location";
import { parts } from "../../admin-features";
import { go } from "../../history";
import type { Tab } from "../../kit/admin/parts";
import { AdminLink, panelOf, ScreenHead, TabBar, tabAt } from "../../kit/admin/screen";
import { homePath } from "../../kit/admin/session";
import { useLeave } from "../../kit/admin/unsaved";
import { AppearanceTab } from "./appearance/appearance-tab";
import { LegalTab } from "./legal/legal-tab";
import { LogoTab } from "./logos/logo-tab";
import { SearchTab } from "./search/search-tab";
import { SocialTab } from "./social/social-tab";
import { tabAddress } from "./tab-address";
import { TextsTab } from "./texts/texts-tab";

const texts: Tab = { id: "texts", label: "Site Texts", Panel: TextsTab };
const legal: Tab = { id: "legal", label: "Legal Pages", Panel: LegalTab };

/** The tabs by their name in the URL, in the order of the menu (admin-features.ts). */
const tabs: Tab[] = [
  texts,
  { id: "appearance", label: "Appearance", Panel: AppearanceTab },
  { id: "logos", label: "Logo Settings", Panel: LogoTab },
  { id: "social", label: "Social Media", Panel: SocialTab },
  legal,
  { id: "search", label: "Search Engines", Panel: SearchTab },
  ...(parts.sync ? [parts.sync.tab] : []),
];

/** The settings of the site in seven tabs. The tab is in the URL. */
export default function SiteManagement() {
  const query = useSearch();
  const isLegal = /^\??page=/.test(query); // a link from when the legal pages were the first tab
  const { id: shown, Panel } = isLegal ? legal : (tabAt(query, tabs) ?? texts);
  const leave = useLeave();
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
        Name and texts, appearance, logos, social links, legal pages, search engines and sync.
      </ScreenHead>
      <TabBar label="Site management" tabs={tabs} shown={shown} open={(id) => leave(() => go(tabAddress(id)))} />
      <div key={shown} {...panelOf(shown)} className="pt-6 outline-offset-8">
        <Panel />
      </div>
    </>
  );
}
