import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type SiteSettings, siteSettingsQuery } from "../../api/site-settings";
import { FailedPanel } from "../../kit/admin/state-panel";
import { Skeleton } from "../../kit/skeleton";

/** Shows a tab once the settings are loaded; before that a skeleton, or what went wrong. */
export function WithSettings({ children }: { children: (settings: SiteSettings) => ReactNode }) {
  const settings = useQuery(siteSettingsQuery());
  if (settings.data) return children(settings.data);
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
