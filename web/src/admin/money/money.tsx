import { useSearch } from "wouter/use-browser-location";
import { go } from "../../history";
import { panelOf, ScreenHead, TabBar, tabAt } from "../../kit/admin/screen";
import { Bookings } from "./bookings";
import { Earnings } from "./earnings";
import { Links } from "./link-list";
import { moneyScreen, moneyTabs } from "./screen";

/** What affiliate links earn, all of them, and the bookings. */
export default function Money() {
  const shown = tabAt(useSearch(), moneyTabs)?.id ?? "earnings";
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
        {shown === "links" ? <Links /> : shown === "bookings" ? <Bookings /> : <Earnings />}
      </div>
    </>
  );
}
