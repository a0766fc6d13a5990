import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { productRestored, restoreProducts, trashDays, trashQuery } from "../../api/audit";
import type { DeletedProduct } from "../../api/schema.gen";
import { dayOf, daysLeft } from "../../kit/admin/days";
import { Loaded, LoadingRows, StatePanel } from "../../kit/admin/list";
import { useMay } from "../../kit/admin/may";
import { CallQuestion } from "../../kit/admin/question";
import { Check, type Reach, SelectAll, useSelection } from "../../kit/admin/selection";
import { panelRows } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { ProductLogo } from "../../kit/tools/product-logo";
import { RestoreQuestion } from "./restore-question";

/** The deleted products that can be restored. */
export function Trash() {
  return (
    <Loaded
      query={useQuery(trashQuery())}
      failure="Failed to fetch the trash"
      loading={<LoadingRows what="the trash" />}
    >
      {(list) =>
        list.length > 0 ? (
          <DeletedProducts list={list} />
        ) : (
          <StatePanel
            title="The trash is empty"
            text={`Deleted products stay here for ${trashDays} days and can be restored.`}
          />
        )
      }
    </Loaded>
  );
}

function DeletedProducts({ list }: { list: DeletedProduct[] }) {
  const products = useMemo(() => list.map(({ product }) => product), [list]);
  const selection = useSelection(products, products);
  const { selected, isSelected, select, clear } = selection;
  const mayChange = useMay().change("catalog");
  const [isAsking, setIsAsking] = useState(false);
  const all = useRef<HTMLInputElement>(null);
  const clearAll = () => {
    clear();
    all.current?.focus(); // the button disappears with the selection
  };
  return (
    <>
      <div className="mt-4 flex min-h-13 flex-wrap items-center gap-x-1 py-1 pl-1.25">
        {mayChange ? (
          <div>
            <SelectAll box={all} selection={selection} count={products.length} />
          </div>
        ) : null}
        <p role="status" className="mr-auto pl-1 text-muted text-[0.875rem] tabular-nums">
          {selected.length > 0 ? `${formatCount(selected.length)} selected` : countOf(products.length, "product")}
        </p>
        {selected.length > 0 ? (
          <>
            <Button size="small" onClick={() => setIsAsking(true)}>
              Restore {countOf(selected.length, "product")}
            </Button>
            <Button size="small" tone="bare" onClick={clearAll}>
              <IconX size={16} aria-hidden="true" /> Clear selection
            </Button>
          </>
        ) : null}
      </div>
      <ul className={panelRows} aria-label="Deleted products">
        {list.map((deleted) => (
          <TrashRow
            key={deleted.product.id}
            deleted={deleted}
            mayChange={mayChange}
            isSelected={isSelected(deleted.product.id)}
            select={select}
          />
        ))}
      </ul>
      {isAsking ? (
        <RestoreManyQuestion products={selected} onRestored={clear} onClose={() => setIsAsking(false)} />
      ) : null}
    </>
  );
}

interface RestoreManyQuestionProps {
  products: readonly { id: number }[];
  onRestored: () => void;
  onClose: () => void;
}

function RestoreManyQuestion({ products, onRestored, onClose }: RestoreManyQuestionProps) {
  return (
    <CallQuestion
      title={`Restore ${countOf(products.length, "product")}?`}
      description="They return to the catalog as they were when deleted. You can undo this in History."
      action="Restore"
      doing="Restoring..."
      failure="Failed to restore products"
      call={() => restoreProducts(products.map(({ id }) => id))}
      changed={(queries) => {
        onRestored();
        void productRestored(queries);
      }}
      done={({ changed }) => ({ title: "Products restored", description: `${countOf(changed, "product")} restored.` })}
      onClose={onClose}
    />
  );
}

interface TrashRowProps {
  deleted: DeletedProduct;
  mayChange: boolean;
  isSelected: boolean;
  select: (id: number, reach: Reach) => void;
}

function TrashRow({ deleted: { product, deletedAt, deletedBy }, mayChange, isSelected, select }: TrashRowProps) {
  const [isAsking, setIsAsking] = useState(false);
  const left = daysLeft(deletedAt, trashDays, Date.now());
  return (
    <li
      className={
        "grid grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-3 pr-4 pl-1 md:grid-cols-[auto_auto_minmax(0,1fr)_auto_auto] md:gap-x-4 data-selected:bg-raised-2"
      }
      data-selected={isSelected || undefined}
    >
      {mayChange ? (
        <Check
          aria-label={`Select ${product.name}`}
          checked={isSelected}
          onClick={({ shiftKey }) => select(product.id, shiftKey ? "range" : "toggle")} // a change doesn't say that Shift is held
          onChange={() => undefined} // React warns of a box without one
        />
      ) : (
        <span className="w-2" />
      )}
      <ProductLogo product={product} size="small" />
      <div className="min-w-0">
        <p className="truncate text-[0.9375rem] font-medium">{product.name}</p>
        <p className="text-[0.8125rem] text-dim">
          Deleted on {dayOf(deletedAt)}
          {deletedBy ? <span className="max-md:hidden"> by {deletedBy}</span> : null}
        </p>
      </div>
      <span
        className="row-2 col-3 text-muted text-[0.8125rem] tabular-nums data-soon:text-premium md:row-auto md:col-auto"
        data-soon={left <= 3 ? "" : undefined}
      >
        {left === 0 ? "Permanently deleted today" : `${countOf(left, "day")} left`}
      </span>
      {mayChange ? (
        <Button size="small" aria-label={`Restore ${product.name}`} onClick={() => setIsAsking(true)}>
          Restore
        </Button>
      ) : null}
      {isAsking ? (
        <RestoreQuestion
          id={product.id}
          name={product.name}
          description="It returns to the catalog as it was when deleted."
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </li>
  );
}
