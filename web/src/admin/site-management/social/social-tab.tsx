import "./social-tab.css";
import { useQuery } from "@tanstack/react-query";
import { socialLinksQuery } from "../../../api/social-media";
import { Skeleton } from "../../../ui/skeleton";
import { FailedPanel } from "../../state-panel";
import { SocialForm } from "./social-form";
import { SocialLinks } from "./social-links";

/** The site's pages on other platforms: a form to add one on the left, those that there are on the right. */
export function SocialTab() {
  const links = useQuery(socialLinksQuery());
  return (
    <div className="social-tab">
      <SocialForm />
      <section aria-labelledby="social-links-title" className="min-w-0">
        <h2 id="social-links-title" className="site-title">
          Current Links
        </h2>
        {links.isPending ? <LinkSkeletons /> : null}
        {links.isError && !links.data ? (
          <FailedPanel
            what="Failed to fetch social media links"
            error={links.error}
            retry={() => void links.refetch()}
          />
        ) : null}
        {links.data ? <SocialLinks links={links.data} /> : null}
      </section>
    </div>
  );
}

function LinkSkeletons() {
  return (
    <div role="status" className="rows">
      <span className="sr-only">Loading...</span>
      {Array.from({ length: 4 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={index} className="social-row">
          <Skeleton className="size-9" />
          <Skeleton className="h-5 w-2/5" />
        </div>
      ))}
    </div>
  );
}
