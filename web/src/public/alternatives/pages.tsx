import { alternativesQuery } from "../../api/alternatives";
import { productQuery } from "../../api/products";
import type { Product } from "../../api/schema.gen";
import { QuietLink } from "../../kit/button";
import { countOf } from "../../kit/count";
import { type Feature, lazyRoute, titleOf } from "../../route";

export const alternativesFeature: Feature = {
  pages: () => [
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
  ],
  besideSimilar: [AllAlternatives],
};

/** The heading of a page of alternatives. The server has the same rule (internal/alternatives/pages.go). */
export const alternativesHeading = (name: string, count: number) =>
  count === 0 ? `Alternatives to ${name}` : `${countOf(count, "alternative")} to ${name}`;

function AllAlternatives({ product: { slug, name } }: { product: Pick<Product, "slug" | "name"> }) {
  return (
    <p className="pb-4.5 text-sm text-muted wrap-anywhere">
      <QuietLink href={`/alternatives/${slug}`}>All alternatives to {name}</QuietLink>
    </p>
  );
}
