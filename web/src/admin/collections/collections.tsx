import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearch } from "wouter/use-browser-location";
import type { CollectionRow, ProductCard } from "../../api/schema.gen";
import { dayOf, momentOf } from "../../kit/admin/days";
import { Loaded, Loading, LoadingRows, StatePanel } from "../../kit/admin/list";
import { MayChange, useMay } from "../../kit/admin/may";
import { maxMarks, ToolMarks, toolsRow, toolsRows, toolsRowTexts } from "../../kit/admin/ordered-tools";
import { CallQuestion } from "../../kit/admin/question";
import { RowActions, RowTitle } from "../../kit/admin/row-menu";
import { AdminLink, ScreenHead } from "../../kit/admin/screen";
import { toolsOf, useTools } from "../../kit/admin/use-tools";
import { Badge, type BadgeTone } from "../../kit/badge";
import { buttonStyle } from "../../kit/button";
import { countOf } from "../../kit/count";
import { collectionFieldsQuery, collectionRowsQuery, collectionsChanged, deleteCollection } from "./api";
import { CollectionForm } from "./collection-form";
import { editAddress, editedAt, type Status, statusOf } from "./collection-values";

/** The collections: the list of all, or the editor of one. */
export default function Collections() {
  const edited = editedAt(useSearch());
  const mayChange = useMay().change("catalog");
  if (edited === undefined || !mayChange) return <CollectionList />;
  return edited === "new" ? <CollectionForm /> : <Edited key={edited} id={edited} />;
}

function Edited({ id }: { id: number }) {
  return (
    <Loaded
      query={useQuery(collectionFieldsQuery(id))}
      failure="Couldn't load the collection"
      loading={<Loading what="Loading the collection" skeleton="h-96" />}
    >
      {(collection) => <CollectionForm collection={collection} />}
    </Loaded>
  );
}

/** All collections, drafts too, the latest change first. */
function CollectionList() {
  const rows = useQuery(collectionRowsQuery());
  const { data: collections } = rows;
  const [deleted, setDeleted] = useState<CollectionRow>();
  const marked = useTools((collections ?? []).flatMap(({ tools }) => tools.slice(0, maxMarks)));
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <ScreenHead title="Collections" summary={collections?.length ? countOf(collections.length, "collection") : ""}>
          Curated lists, shown at /collections.
        </ScreenHead>
        {collections?.length ? <NewLink /> : null}
      </div>
      <Loaded query={rows} failure="Couldn't load the collections" loading={<LoadingRows what="the collections" />}>
        {(list) =>
          list.length === 0 ? (
            <StatePanel title="No collections yet" text="Pick tools, add a short note to each, publish.">
              <NewLink />
            </StatePanel>
          ) : (
            <ul className={`${toolsRows} mt-5`} aria-label="Collections">
              {list.map((collection) => (
                <Row
                  key={collection.id}
                  collection={collection}
                  marked={marked.tools}
                  remove={() => setDeleted(collection)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {deleted ? <DeleteQuestion collection={deleted} onClose={() => setDeleted(undefined)} /> : null}
    </>
  );
}

function NewLink() {
  return (
    <MayChange area="catalog">
      <AdminLink href={editAddress()} className={buttonStyle({ tone: "brass" })}>
        New collection
      </AdminLink>
    </MayChange>
  );
}

const statuses: Record<Status, { word: string; tone: BadgeTone }> = {
  draft: { word: "Draft", tone: "unknown" },
  published: { word: "Published", tone: "free" },
  scheduled: { word: "Scheduled", tone: "freemium" },
};

interface RowProps {
  collection: CollectionRow;
  /** The tools whose marks are shown. */
  marked: ReadonlyMap<number, ProductCard>;
  remove: () => void;
}

function Row({ collection, marked, remove }: RowProps) {
  const { id, slug, title, publishedAt, updatedAt, tools, reasons, views } = collection;
  const mayChange = useMay().change("catalog");
  const status = statusOf(collection);
  const { word, tone } = statuses[status];
  return (
    <li className={toolsRow}>
      <ToolMarks tools={toolsOf(marked, tools.slice(0, maxMarks))} />
      <div className={toolsRowTexts}>
        <p className="flex min-w-0 items-center gap-2.5">
          <RowTitle editor={mayChange ? editAddress(id) : undefined} title={title} />
          <Badge tone={tone}>{word}</Badge>
        </p>
        <p className="mt-0.5 text-[0.8125rem] text-dim wrap-anywhere">
          {countOf(tools.length, "tool")} ·{" "}
          {status === "scheduled" ? (
            `From ${momentOf(publishedAt)}`
          ) : (
            <>
              <span className="max-sm:hidden">Changed </span>
              {dayOf(updatedAt)}
            </>
          )}
          {status === "published" ? (
            <>
              {" · "}
              <span className="whitespace-nowrap">{countOf(views, "view")} in 30 days</span>
            </>
          ) : null}
        </p>
        {status === "published" && reasons.length > 0 ? (
          <p className="mt-0.5 text-[0.8125rem] text-muted">Not indexed by search engines: {reasons.join(" ")}</p>
        ) : null}
      </div>
      <RowActions
        of={title}
        page={status === "published" ? `/best/${slug}` : undefined}
        editor={mayChange ? editAddress(id) : undefined}
        remove={remove}
      />
    </li>
  );
}

function DeleteQuestion({ collection: { id, title }, onClose }: { collection: CollectionRow; onClose: () => void }) {
  return (
    <CallQuestion
      title={`Delete ${title}?`}
      description="Its page will stop working. You can undo this in History."
      failure="Failed to delete the collection"
      call={() => deleteCollection(id)}
      changed={collectionsChanged}
      done={() => ({ title: "Collection deleted", description: `${title} was deleted.` })}
      onClose={onClose}
    />
  );
}
