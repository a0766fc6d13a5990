import { alternativesQuery, productQuery } from "../../api/products";
import { lazyRoute, titleOf } from "../../route";
import { alternativesHeading } from "./alternatives-heading";

export const alternativesPages = () => [
  lazyRoute(
    "/alternatives/:id",
    async () => (await import("./alternatives")).Alternatives,
    ({ params: { id = "" } }, siteName, client) => {
      const list = client.getQueryData(alternativesQuery(id).queryKey)?.alternatives;
      return titleOf(
        client.getQueryState(productQuery(id).queryKey),
        ({ name }) => list && alternativesHeading(name, list.length),
        "Product",
        siteName,
      );
    },
    ({ params: { id = "" } }) => [productQuery(id), alternativesQuery(id)],
  ),
];
