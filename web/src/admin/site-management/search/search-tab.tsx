import { useQuery } from "@tanstack/react-query";
import { siteSettingsQuery } from "../../../api/site-settings";
import { Skeleton } from "../../../ui/skeleton";
import { FailedPanel } from "../../state-panel";
import { IndexLimitsForm } from "./index-limits-form";

/** What search engines get: the limits of indexable pages. */
export function SearchTab() {
  const settings = useQuery(siteSettingsQuery());
  if (settings.data) return <IndexLimitsForm settings={settings.data} />;
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
