import { comparisonQuery, comparisonTitle } from "../../api/comparisons";
import { lazyRoute, titleOf } from "../../route";

export const comparePages = () => [
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
];
