import { type FormEvent, useDeferredValue, useMemo, useRef, useState } from "react";
import { parts } from "../../admin-features";
import type { AdminProduct, ProductsOfList } from "../../api/admin-products";
import { FailedPanel, LoadingRows, useAddressFilters } from "../../kit/admin/list";
import { formatFilters, isFiltered, noFilters, parseFilters } from "../../kit/admin/list-filters";
import { useMay } from "../../kit/admin/may";
import { type Move, moveTo } from "../../kit/admin/order";
import { Question } from "../../kit/admin/question";
import { useSelection } from "../../kit/admin/selection";
import { useFiltered } from "../../kit/admin/use-filtered";
import { Button } from "../../kit/button";
import { formatCount } from "../../kit/count";
import { Modal } from "../../kit/modal";
import { ProductVisits } from "../visits/visits";
import { BulkDialog, type BulkField, bulkTarget, categoriesOf } from "./bulk-dialog";
import { ListHead, ListToolbar, listTop, NothingShown } from "./list-toolbar";
import { type FocusSpot, ProductList } from "./product-list";
import type { ProductQuestion, RowActions } from "./product-row";
import { type Change, useChanges } from "./use-changes";

interface ProductsProps {
  products: AdminProduct[];
  /** Whether a change is being saved. */
  isSaving: boolean;
  edit: (product: AdminProduct) => void;
}

/** The open dialog. */
type Asking = { about: ProductQuestion; product: AdminProduct } | { about: "bulk"; field: BulkField };

/** The product list with its filters and dialogs. */
export function Products({ products, isSaving, edit }: ProductsProps) {
  const [filters, change] = useAddressFilters(parseFilters, formatFilters);
  const wanted = useDeferredValue(filters);
  const { shown, isRanked, isSearching, failure } = useFiltered(products, wanted);
  const selection = useSelection(products, shown);
  const which = useMemo(() => bulkTarget(selection.selected, shown, wanted), [selection.selected, shown, wanted]);
  const mayChange = useMay().change("catalog");
  const mutate = useChanges();
  const [asking, setAsking] = useState<Asking | null>(null);
  const focusSpot = useRef<FocusSpot>(null);
  const actions = useMemo<RowActions>(() => ({ edit, ask: (about, product) => setAsking({ about, product }) }), [edit]);
  const move = (move: Move) => mutate({ kind: "move", move });
  const moveFar = (product: AdminProduct, to: Move) => {
    move(to);
    if (isRanked) return; // the row stays where it is
    const position = shown.findIndex(({ id }) => id === product.id);
    focusSpot.current?.({ id: product.id, control: "order" }, position);
  };
  return (
    <>
      <div className={listTop}>
        <ListToolbar products={products} filters={filters} change={change} />
        <ListHead
          total={products.length}
          shown={shown}
          selection={mayChange ? selection : undefined}
          isSaving={isSaving}
          isSearching={isSearching}
          isTooMany={which === undefined}
          onBulk={(field) => setAsking({ about: "bulk", field })}
        />
      </div>
      {filters.missingLogo && parts.LogoSearch ? (
        <div className="mb-4">
          <parts.LogoSearch />
        </div>
      ) : null}
      <div aria-busy={isSearching} className="transition-opacity aria-busy:opacity-60">
        {mayChange && isFiltered(wanted) && shown.length > 0 ? (
          <p className="my-3 text-dim text-[0.8125rem]">{isRanked ? rankedHint : filteredHint}</p>
        ) : null}
        {shown.length > 0 ? (
          <ProductList {...{ shown, isRanked, selection, actions, focusSpot, mayChange }} onMove={move} />
        ) : isSearching ? (
          <LoadingRows what="products" className="mt-2" />
        ) : failure ? (
          <FailedPanel what="Couldn't search the products" query={failure} />
        ) : (
          <NothingShown onClear={() => change(noFilters)} />
        )}
      </div>
      {asking ? (
        <AskedDialog
          asking={asking}
          products={products}
          selected={selection.selected}
          list={which && "count" in which ? which : undefined}
          mutate={mutate}
          move={moveFar}
          close={() => setAsking(null)}
        />
      ) : null}
    </>
  );
}

interface AskedDialogProps {
  asking: Asking;
  products: AdminProduct[];
  selected: AdminProduct[];
  /** The list that has them, if they are many. */
  list: ProductsOfList | undefined;
  mutate: (change: Change) => void;
  move: (product: AdminProduct, move: Move) => void;
  close: () => void;
}

function AskedDialog({ asking, products, selected, list, mutate, move, close }: AskedDialogProps) {
  const answer = (change: Change) => {
    close();
    mutate(change);
  };
  if (asking.about === "bulk") {
    const ids = selected.map(({ id }) => id);
    return (
      <BulkDialog
        field={asking.field}
        products={selected}
        categories={categoriesOf(products)}
        onChange={(change) => answer({ kind: "bulk", ids, list, change })}
        onClose={close}
      />
    );
  }
  const { product } = asking;
  if (asking.about === "clicks") {
    return (
      <Modal open title={`Clicks and views of ${product.name}`} onClose={close}>
        <div className="mt-4">
          <ProductVisits id={product.id} />
        </div>
      </Modal>
    );
  }
  if (asking.about === "alternatives" && parts.alternatives)
    return <parts.alternatives.Dialog product={product} onClose={close} />;
  if (asking.about === "move") {
    return <MoveDialog product={product} products={products} onMove={(to) => move(product, to)} onClose={close} />;
  }
  return (
    <Question
      title="Are you sure you want to delete this product?"
      description={`“${product.name}” goes to the trash and can be restored for 30 days.`}
      onClose={close}
      onConfirm={() => answer({ kind: "delete", id: product.id, name: product.name })}
    />
  );
}

const rankedHint = "No product has all of these words. Showing what the site's search finds, most relevant first.";
const filteredHint = "You're reordering a filtered list: items move relative to the ones you see.";

interface MoveDialogProps {
  product: AdminProduct;
  /** All products in their order: positions refer to the whole list, whatever is shown. */
  products: AdminProduct[];
  onMove: (move: Move) => void;
  onClose: () => void;
}

/** Moves a product to a given position that is too far to drag. */
function MoveDialog({ product, products, onMove, onClose }: MoveDialogProps) {
  const index = products.findIndex(({ id }) => id === product.id);
  const [text, setText] = useState(String(index + 1));
  const position = Number(text);
  const isPosition = Number.isInteger(position) && position >= 1 && position <= products.length;
  const go = (to: number) => {
    const move = moveTo(products, product.id, to - 1);
    if (move) onMove(move);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPosition) go(position);
  };
  const last = products.length;
  return (
    <Modal
      open
      title={`Move ${product.name}`}
      description={`Currently at position ${formatCount(index + 1)} of ${formatCount(last)} in the whole catalog.`}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="mt-4">
        <label htmlFor="position" className="text-sm font-medium">
          New position
        </label>
        <input
          id="position"
          className="input mt-2"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          aria-invalid={isPosition ? undefined : true}
          aria-describedby="position-note"
          onChange={(event) => setText(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
        />
        <p id="position-note" role="status" className="mt-2 min-h-5 text-sm text-danger">
          {isPosition ? null : `Please enter a whole number from 1 to ${formatCount(last)}`}
        </p>
        <div className="modal-actions">
          <Button disabled={index === 0} onClick={() => go(1)}>
            To the top
          </Button>
          <Button className="mr-auto" disabled={index === last - 1} onClick={() => go(last)}>
            To the bottom
          </Button>
          <Button type="submit" tone="brass" disabled={!isPosition}>
            Move
          </Button>
        </div>
      </form>
    </Modal>
  );
}
