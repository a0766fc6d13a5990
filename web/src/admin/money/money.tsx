import type { ComponentType } from "react";
import { useSearch } from "wouter/use-browser-location";
import { go } from "../../history";
import { panelOf, ScreenHead, TabBar, tabAt } from "../../kit/admin/screen";
import { Advertise } from "./advertise";
import { Bookings } from "./bookings";
import { Earnings } from "./earnings";
import { Links } from "./link-list";
import { moneyScreen, moneyTabs } from "./screen";

const panels: Record<string, ComponentType | undefined> = { links: Links, bookings: Bookings, advertise: Advertise };

/** What affiliate links earn, all of them, and the bookings. */
export default function Money() {
  const shown = tabAt(useSearch(), moneyTabs)?.id ?? "earnings";
  const Panel = panels[shown] ?? Earnings;
  return (
    <>
      <ScreenHead title="Money">
        What your affiliate links earn, and who has booked a place. Neither changes what is listed where.
      </ScreenHead>
      <TabBar
        label="Money"
        tabs={moneyTabs}
        shown={shown}
        open={(id) => go(id === "earnings" ? moneyScreen.path : `${moneyScreen.path}?tab=${id}`)}
      />
      <div {...panelOf(shown)} className="mt-5 focus:outline-none">
        <Panel />
      </div>
    </>
  );
}
