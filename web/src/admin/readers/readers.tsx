import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter/use-browser-location";
import { meQuery } from "../../api/auth";
import { siteQuery } from "../../api/site";
import { go } from "../../history";
import { ScreenHead } from "../../kit/admin/screen-head";
import { readersPath } from "../../kit/admin/session";
import { FailedPanel, StatePanel } from "../../kit/admin/state-panel";
import { panelOf, TabBar } from "../../kit/admin/tab-bar";
import { ReaderSkeletons } from "./reader-list";
import { ReaderNumbers } from "./reader-numbers";
import { Subscribers } from "./subscribers";
import { type ReaderTab, readersQueryString, tabAt, tabsOf } from "./tabs";
import { Users } from "./users";

const panels = { users: Users, subscribers: Subscribers };

const open = (tab: ReaderTab) => go(readersPath + readersQueryString(tab, {}, {}));

/** The people who have an account or get the newsletter, and their numbers over time. The tab is in the URL. */
export default function Readers() {
  const me = useQuery(meQuery());
  const site = useQuery(siteQuery());
  const query = useSearch();
  const hasAccounts = me.data?.accounts ?? false;
  const hasNewsletter = site.data?.newsletter ?? false;
  const tabs = tabsOf({ users: hasAccounts, subscribers: hasNewsletter });
  const shown = tabAt(query, tabs)?.id;
  const Panel = shown ? panels[shown] : null;
  if (site.isError)
    return (
      <>
        <ScreenHead title="Readers" />
        <FailedPanel what="Couldn't load the site" error={site.error} retry={() => void site.refetch()} />
      </>
    );
  return (
    <>
      <ScreenHead title="Readers">{purposes[shown ?? "users"]}</ScreenHead>
      {hasNewsletter ? <ReaderNumbers hasAccounts={hasAccounts} /> : null}
      {site.isPending ? <ReaderSkeletons /> : null}
      {shown && tabs.length > 1 ? <TabBar label="Readers" tabs={tabs} shown={shown} open={open} /> : null}
      {shown && Panel ? (
        <div key={shown} {...(tabs.length > 1 ? panelOf(shown) : {})} className="outline-offset-8">
          <Panel />
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

const purposes: Record<ReaderTab, string> = {
  users: "People with an account. A disabled reader is signed out and can't sign in until you enable them again.",
  subscribers: "People who asked for the newsletter by email. Only confirmed ones get it.",
};
