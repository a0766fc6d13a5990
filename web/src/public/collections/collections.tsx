import { useQuery } from "@tanstack/react-query";
import { collectionsQuery } from "../../api/collections";
import { Breadcrumb } from "../../kit/breadcrumb";
import { buttonStyle } from "../../kit/button";
import { Suggestions } from "../../kit/not-found";
import { EmptyList, ListOf } from "../../kit/page-state";
import { TileGrid } from "../directory/tile";
import { CollectionTile } from "./collection-tile";

/** Fewer collections leave space for where else to look. */
const fullPage = 3;

/** All collections, the latest first. */
export function Collections() {
  return (
    <div className="page-width min-h-dvh pb-4">
      <Breadcrumb current="Collections" />
      <h1 className="mt-1 mb-6 font-display text-4xl sm:text-5xl">Collections</h1>
      <ListOf query={useQuery(collectionsQuery())} items="collections">
        {(collections) =>
          collections.length === 0 ? (
            <EmptyList text="There are no collections yet.">
              <a href="/categories" className={buttonStyle({ tone: "brass" })}>
                Browse all categories
              </a>
              <Suggestions />
            </EmptyList>
          ) : (
            <>
              <TileGrid>
                {collections.map((collection) => (
                  <CollectionTile key={collection.slug} collection={collection} title="h2" />
                ))}
              </TileGrid>
              {collections.length < fullPage ? (
                <div className="mt-12 flex flex-col items-center text-center">
                  <Suggestions />
                </div>
              ) : null}
            </>
          )
        }
      </ListOf>
    </div>
  );
}
