import { useQuery } from "@tanstack/react-query";
import { siteSettingsQuery } from "../../../api/site-settings";
import { Skeleton } from "../../../ui/skeleton";
import { FailedPanel } from "../../state-panel";
import { IndexLimitsForm } from "./index-limits-form";
import { IndexNowCard } from "./index-now-card";

/** What search engines get: the limits of indexable pages, and news of changed ones. */
export function SearchTab() {
  const settings = useQuery(siteSettingsQuery());
  if (settings.data) {
    return (
      <div className="grid gap-6">
        <IndexLimitsForm settings={settings.data} />
        <IndexNowCard settings={settings.data} />
      </div>
    );
  }
  if (settings.isError && !settings.isFetching) {
    return (
      <FailedPanel what="Couldn't load the settings" error={settings.error} retry={() => void settings.refetch()} />
    );
  }
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-96 rounded-xl" />
    </div>
  );
}
