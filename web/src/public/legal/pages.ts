import { legalTextQuery, legalTitles, legalTypes } from "../../api/site";
import type { Feature, Route } from "../../route";
import { lazyScreen } from "../../route";

export const legalFeature: Feature = { pages: legalPages };

/** A legal page's path is its type. They have one script. */
function legalPages(): Route[] {
  const { Screen, load } = lazyScreen(async () => (await import("./legal-screen")).LegalScreen);
  return legalTypes.map((type) => ({
    path: `/${type}`,
    screen: Screen,
    load,
    reads: () => [legalTextQuery(type)],
    title: (_visit, siteName, client) => {
      const saved = client.getQueryData(legalTextQuery(type).queryKey)?.title;
      return `${saved ?? legalTitles[type]} – ${siteName}`;
    },
  }));
}
