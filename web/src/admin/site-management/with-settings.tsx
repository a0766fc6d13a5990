import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type SiteSettings, siteSettingsQuery } from "../../api/site-settings";
import { Loaded } from "../../kit/admin/state-panel";
import { Skeleton } from "../../kit/skeleton";

/** Shows a tab once the settings are loaded; before that a skeleton, or what went wrong. */
export function WithSettings({ children }: { children: (settings: SiteSettings) => ReactNode }) {
  return (
    <Loaded
      query={useQuery(siteSettingsQuery())}
      failure="Couldn't load the settings"
      loading={
        <div role="status">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-96 rounded-xl" />
        </div>
      }
    >
      {children}
    </Loaded>
  );
}
