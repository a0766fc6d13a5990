import { useQuery } from "@tanstack/react-query";
import { socialLinksQuery } from "../../../api/social-media";
import { CardTitle } from "../../../kit/admin/card";
import { Loaded } from "../../../kit/admin/state-panel";
import { panelRows } from "../../../kit/admin/styles";
import { Skeleton } from "../../../kit/skeleton";
import { SocialForm } from "./social-form";
import { SocialLinks } from "./social-links";
import { socialRow } from "./social-row";

/** The social links: a form to add one, and the list of all. */
export function SocialTab() {
  return (
    <div className="grid gap-8 min-[60rem]:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] min-[60rem]:items-start">
      <SocialForm />
      <section aria-labelledby="social-links-title" className="min-w-0">
        <CardTitle id="social-links-title">Current Links</CardTitle>
        <Loaded
          query={useQuery(socialLinksQuery())}
          failure="Failed to fetch social media links"
          loading={<LinkSkeletons />}
        >
          {(links) => <SocialLinks links={links} />}
        </Loaded>
      </section>
    </div>
  );
}

function LinkSkeletons() {
  return (
    <div role="status" className={panelRows}>
      <span className="sr-only">Loading...</span>
      {Array.from({ length: 4 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={index} className={socialRow}>
          <Skeleton className="size-9" />
          <Skeleton className="h-5 w-2/5" />
        </div>
      ))}
    </div>
  );
}
