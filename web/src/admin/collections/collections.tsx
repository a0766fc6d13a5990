import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter/use-browser-location";
import { collectionFieldsQuery } from "../../api/collections-admin";
import { FailedPanel } from "../../kit/admin/state-panel";
import { Skeleton } from "../../kit/skeleton";
import { CollectionForm } from "./collection-form";
import { CollectionList } from "./collection-list";
import { editedAt } from "./edit-address";

/** The collections: the list of all, or the editor of one. */
export default function Collections() {
  const edited = editedAt(useSearch());
  if (edited === undefined) return <CollectionList />;
  return edited === "new" ? <CollectionForm /> : <Edited key={edited} id={edited} />;
}

function Edited({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(collectionFieldsQuery(id));
  if (data) return <CollectionForm collection={data} />;
  if (error) return <FailedPanel what="Couldn't load the collection" error={error} retry={() => void refetch()} />;
  return (
    <div role="status">
      <span className="sr-only">Loading the collection</span>
      <Skeleton className="h-10 w-72 max-w-full" />
      <Skeleton className="mt-8 h-11 w-full" />
      <Skeleton className="mt-6 h-48 w-full" />
    </div>
  );
}
