import { StatePanel } from "../../kit/admin/list";
import { listHead } from "../../kit/admin/selection";
import { Button } from "../../kit/button";
import { Skeleton } from "../../kit/skeleton";

/** The toolbar above the rows, sticky on wide windows. */
export const listTop = "z-10 bg-background pt-1 md:sticky md:top-14";

/** The number of placeholder rows. */
const skeletonRows = 8;

/** The placeholder of the list while it loads. */
export function ListSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading products</span>
      <div aria-hidden="true" className={listTop}>
        <div className="flex flex-wrap items-center gap-2">
          <Skeleton className="h-11 min-w-0 flex-[1_1_18rem] rounded-lg" />
          <div className="flex flex-wrap items-center gap-2">
            <Skeleton className="h-11 w-30 rounded-full md:h-10" />
            <Skeleton className="h-11 w-26 rounded-full md:h-10" />
            <Skeleton className="h-11 w-38 rounded-full md:h-10" />
          </div>
        </div>
        <div className={listHead} />
      </div>
      <div aria-hidden="true" className="product-rows">
        {Array.from({ length: skeletonRows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <div key={index} className="product-row">
            <span className="row-handle" />
            <span className="row-check" />
            <div className="row-product">
              <Skeleton className="size-10 flex-none rounded-lg" />
              <div className="min-w-0 grow">
                <Skeleton className="mb-2 h-4 w-40" />
                <Skeleton className="h-4 w-3/4" />
              </div>
            </div>
            <div className="row-section">
              <Skeleton className="h-6 w-32 rounded-full" />
            </div>
            <div className="row-order">
              <Skeleton className="h-4 w-16" />
            </div>
            <div className="row-actions">
              <Skeleton className="mr-2 h-6 w-28" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

/** Shown when no product matches the filters. */
export function NothingShown({ onClear }: { onClear: () => void }) {
  return (
    <StatePanel title="No products match your search" text="Try other words, or clear the filters.">
      <Button onClick={onClear}>Clear search and filters</Button>
    </StatePanel>
  );
}
