import { IconArrowLeft } from "@tabler/icons-react";
import { useSearch } from "wouter/use-browser-location";
import { parts } from "../../admin-features";
import { go } from "../../history";
import { AdminLink } from "../../kit/admin/link";
import type { Tab } from "../../kit/admin/parts";
import { panelOf, ScreenHead, TabBar, tabAt } from "../../kit/admin/screen-head";
import { homePath } from "../../kit/admin/session";
import { useLeave } from "../../kit/admin/unsaved";
import { AppearanceTab } from "./appearance/appearance-tab";
import { LegalTab } from "./legal/legal-tab";
import { LogoTab } from "./logos/logo-tab";
import { SearchTab } from "./search/search-tab";
import { SocialTab } from "./social/social-tab";
import { tabAddress } from "./tab-address";
import { TextsTab } from "./texts/texts-tab";

const legal: Tab = { id: "legal", label: "Legal Pages", Panel: LegalTab };

/** The tabs in their order, by their name in the URL. */
const tabs: Tab[] = [
  legal,
  { id: "social", label: "Social Media", Panel: SocialTab },
  { id: "logos", label: "Logo Settings", Panel: LogoTab },
  ...(parts.sync ? [parts.sync.tab] : []),
  { id: "texts", label: "Site Texts", Panel: TextsTab },
  { id: "search", label: "Search Engines", Panel: SearchTab },
  { id: "appearance", label: "Appearance", Panel: AppearanceTab },
];

/** The settings of the site in seven tabs. The tab is in the URL. */
export default function SiteManagement() {
  const { id: shown, Panel } = tabAt(useSearch(), tabs) ?? legal;
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
        Legal pages, social links, logos, sync, texts, search engines and appearance.
      </ScreenHead>
      <TabBar label="Site management" tabs={tabs} shown={shown} open={(id) => leave(() => go(tabAddress(id)))} />
      <div key={shown} {...panelOf(shown)} className="pt-6 outline-offset-8">
        <Panel />
      </div>
    </>
  );
}
