import { comparisonQuery, comparisonsQuery, comparisonTitle } from "../../api/comparisons";
import { type Feature, lazyRoute, titleOf } from "../../route";
import { CompareTray, compareButton } from "./compare-buttons";
import { CompareLinks } from "./compare-links";

export const compareFeature: Feature = {
  pages: () => [
    lazyRoute(
      "/compare/:comparison",
      async () => (await import("./compare")).Compare,
      ({ params: { comparison = "" } }, siteName, client) =>
        titleOf(
          client.getQueryState(comparisonQuery(comparison).queryKey),
          ({ products }) => comparisonTitle(products),
          "Comparison",
          siteName,
        ),
      ({ params: { comparison = "" } }) => [comparisonQuery(comparison)],
    ),
  ],
  everyPage: [CompareTray],
  toolButtons: [{ action: "Compare", className: "compare", attributes: compareButton }],
  productSections: [CompareLinks],
  productReads: [comparisonsQuery],
};
