import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter/use-browser-location";
import { parts } from "../../admin-features";
import { meQuery } from "../../api/auth";
import { siteQuery } from "../../api/site";
import { go } from "../../history";
import { FailedPanel, LoadingRows, StatePanel } from "../../kit/admin/list";
import { peoplePath, queryOf } from "../../kit/admin/people";
import { panelOf, ScreenHead, TabBar, tabAt } from "../../kit/admin/screen";

/** The people who have an account or get the newsletter, and their numbers over time. The tab is in the URL. */
export default function People() {
  const me = useQuery(meQuery());
  const site = useQuery(siteQuery());
  const query = useSearch();
  const hasAccounts = me.data?.accounts ?? false;
  const hasNewsletter = site.data?.newsletter ?? false;
  const subscribers = hasNewsletter ? parts.subscribers : undefined;
  const tabs = [hasAccounts ? parts.users : undefined, subscribers].filter((tab) => tab !== undefined);
  const shown = tabAt(query, tabs);
  const open = (id: string) => go(peoplePath + queryOf({}, {}, id === tabs[0]?.id ? "" : id));
  if (site.isError)
    return (
      <>
        <ScreenHead title="Audience" />
        <FailedPanel what="Couldn't load the site" query={site} />
      </>
    );
  return (
    <>
      <ScreenHead title="Audience">{(shown ?? parts.users)?.purpose}</ScreenHead>
      {subscribers ? <subscribers.Numbers hasAccounts={hasAccounts} /> : null}
      {site.isPending ? <LoadingRows what="the audience" /> : null}
      {shown && tabs.length > 1 ? <TabBar label="Audience" tabs={tabs} shown={shown.id} open={open} /> : null}
      {shown ? (
        <div key={shown.id} {...(tabs.length > 1 ? panelOf(shown.id) : {})} className="outline-offset-8">
          <shown.Panel />
        </div>
      ) : null}
      {site.data && !shown ? (
        <StatePanel
          title="Accounts and the newsletter are off"
          text="Set --smtp-url and --mail-from to let visitors sign up and subscribe."
        />
      ) : null}
    </>
  );
}
