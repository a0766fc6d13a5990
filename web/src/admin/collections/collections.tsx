import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter/use-browser-location";
import { collectionFieldsQuery } from "../../api/collections-admin";
import { Loaded } from "../../kit/admin/state-panel";
import { Skeleton } from "../../kit/skeleton";
import { CollectionForm } from "./collection-form";
import { CollectionList } from "./collection-list";
import { editedAt } from "./collection-values";

/** The collections: the list of all, or the editor of one. */
export default function Collections() {
  const edited = editedAt(useSearch());
  if (edited === undefined) return <CollectionList />;
  return edited === "new" ? <CollectionForm /> : <Edited key={edited} id={edited} />;
}

function Edited({ id }: { id: number }) {
  return (
    <Loaded
      query={useQuery(collectionFieldsQuery(id))}
      failure="Couldn't load the collection"
      loading={
        <div role="status">
          <span className="sr-only">Loading the collection</span>
          <Skeleton className="h-10 w-72 max-w-full" />
          <Skeleton className="mt-8 h-11 w-full" />
          <Skeleton className="mt-6 h-48 w-full" />
        </div>
      }
    >
      {(collection) => <CollectionForm collection={collection} />}
    </Loaded>
  );
}
