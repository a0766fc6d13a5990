import type { CollectionSummary } from "../../api/schema.gen";
import { countOf } from "../../kit/count";
import { languageOf } from "../../kit/language";
import type { HomeSection } from "../../slots";
import { Tile } from "../directory/tile";

/** The latest collections on the home page. */
export const collectionsSection: HomeSection = {
  name: "Collections",
  id: "collections",
  href: "/collections",
  all: "All collections",
  tiles: ({ collections }) =>
    collections.map((collection) => <CollectionTile key={collection.slug} collection={collection} title="h3" />),
};

interface CollectionTileProps {
  collection: CollectionSummary;
  /** The level of its heading. */
  title: "h2" | "h3";
}

/** A collection in a grid, with logos of its first tools. */
export function CollectionTile({ collection, title }: CollectionTileProps) {
  const { slug, title: name, summary, count, tools } = collection;
  return (
    <Tile
      href={`/best/${slug}`}
      name={name}
      title={title}
      titleClassName="font-display text-[1.5625rem] leading-tight"
      tools={tools}
      count={countOf(count, "tool")}
    >
      <p
        {...languageOf(summary)}
        className="mt-1.5 line-clamp-2 text-sm leading-snug text-muted wrap-anywhere in-[.tile-tall:only-child]:line-clamp-none"
      >
        {summary}
      </p>
    </Tile>
  );
}
