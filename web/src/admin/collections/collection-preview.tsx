import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type CollectionInput, collectionPreviewQuery } from "../../api/collections-admin";
import { FailedPanel } from "../../kit/admin/state-panel";
import { panel } from "../../kit/admin/styles";
import { Skeleton } from "../../kit/skeleton";
import { CollectionContents } from "../../public/collections/collection-contents";

/** The collection as it is in the form, as visitors would see it. */
export function CollectionPreview({ input }: { input: CollectionInput }) {
  const { data, error, refetch } = useQuery({ ...collectionPreviewQuery(input), placeholderData: keepPreviousData });
  if (error) return <FailedPanel what="Couldn't load the preview" error={error} retry={() => void refetch()} />;
  return (
    <section aria-label="Preview" className={`${panel} mt-5 bg-background p-5 sm:p-8`}>
      {data ? (
        <CollectionContents collection={data} isPreview />
      ) : (
        <div role="status">
          <span className="sr-only">Loading the preview</span>
          <Skeleton className="h-96 w-full" />
        </div>
      )}
    </section>
  );
}
