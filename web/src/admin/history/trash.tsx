import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type DeletedProduct, trashDays, trashQuery } from "../../api/audit";
import { ProductLogo } from "../../components/product-logo";
import { Button } from "../../ui/button";
import { countOf } from "../../ui/count";
import { Skeleton } from "../../ui/skeleton";
import { FailedPanel, StatePanel } from "../state-panel";
import { panelRows } from "../styles";
import { dateOf, daysLeft } from "./days";
import { RestoreQuestion } from "./restore-question";

/** The deleted products that can be restored. */
export function Trash() {
  const trash = useQuery(trashQuery());
  if (trash.isPending) return <TrashSkeleton />;
  if (!trash.data) {
    return <FailedPanel what="Failed to fetch the trash" error={trash.error} retry={() => void trash.refetch()} />;
  }
  if (trash.data.length === 0) {
    return (
      <StatePanel
        title="The trash is empty"
        text={`Deleted products stay here for ${trashDays} days and can be restored.`}
      />
    );
  }
  return (
    <ul className={`${panelRows} mt-6`} aria-label="Deleted products">
      {trash.data.map((deleted) => (
        <TrashRow key={deleted.product.id} deleted={deleted} />
      ))}
    </ul>
  );
}

const trashRow =
  "grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[auto_minmax(0,1fr)_auto_auto]";

function TrashRow({ deleted: { product, deletedAt, deletedBy } }: { deleted: DeletedProduct }) {
  const [isAsking, setIsAsking] = useState(false);
  const left = daysLeft(deletedAt, trashDays, Date.now());
  return (
    <li className={trashRow}>
      <ProductLogo product={product} size="small" />
      <div className="min-w-0">
        <p className="truncate text-[0.9375rem] font-medium">{product.name}</p>
        <p className="text-[0.8125rem] text-dim">
          Deleted on {dateOf(deletedAt)}
          {deletedBy ? ` by ${deletedBy}` : ""}
        </p>
      </div>
      <span
        className="row-2 col-2 text-muted text-[0.8125rem] tabular-nums data-soon:text-premium md:row-auto md:col-auto"
        data-soon={left <= 3 ? "" : undefined}
      >
        {left === 0 ? "Deleted for good today" : `${countOf(left, "day")} left`}
      </span>
      <Button size="small" aria-label={`Restore ${product.name}`} onClick={() => setIsAsking(true)}>
        Restore
      </Button>
      {isAsking ? (
        <RestoreQuestion
          id={product.id}
          name={product.name}
          description="It returns to the catalogue as it was when it was deleted."
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </li>
  );
}

function TrashSkeleton() {
  return (
    <div role="status" className={`${panelRows} mt-6`}>
      <span className="sr-only">Loading the trash</span>
      {Array.from({ length: 4 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={index} className={trashRow}>
          <Skeleton className="size-10 rounded-lg" />
          <Skeleton className="h-5 w-2/5" />
        </div>
      ))}
    </div>
  );
}
