import { type FormEvent, useMemo, useRef, useState } from "react";
import { parts } from "../../admin-features";
import type { AdminProduct } from "../../api/admin-products";
import { FailedLine, FailedPanel, LoadingRows } from "../../kit/admin/list";
import { isFiltered, noFilters } from "../../kit/admin/list-filters";
import { useMay } from "../../kit/admin/may";
import { Question } from "../../kit/admin/question";
import { Button } from "../../kit/button";
import { formatCount } from "../../kit/count";
import { Modal } from "../../kit/modal";
import { ProductVisits } from "../visits/visits";
import { BulkDialog, type BulkField } from "./bulk-dialog";
import { ListHead, listTop, NothingShown } from "./list-head";
import { type ListSelection, useListSelection } from "./list-selection";
import { ListToolbar } from "./list-toolbar";
import { columnStyle, useColumns } from "./list-view";
import { type FocusSpot, ProductList } from "./product-list";
import type { ProductQuestion, RowActions } from "./product-row";
import { type Change, useChanges } from "./use-changes";
import { isLoaded, type Listed } from "./use-product-list";

interface ProductsProps {
  list: Listed;
  edit: (product: AdminProduct) => void;
}

/** The open dialog. */
type Asking = { about: ProductQuestion; product: AdminProduct } | { about: "bulk"; field: BulkField };

/** The product list with its filters and dialogs. */
export function Products({ list, edit }: ProductsProps) {
  const { filters, change, rows, loaded, total, counts, isRanked, isSearching, failed } = list;
  const selection = useListSelection(loaded, total, filters);
  const mayChange = useMay().change("catalog");
  const mutate = useChanges();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [columns, toggleColumn] = useColumns();
  const focusSpot = useRef<FocusSpot>(null);
  const actions = useMemo<RowActions>(() => ({ edit, ask: (about, product) => setAsking({ about, product }) }), [edit]);
  const isOrdered = !isRanked && (filters.sort === "" || filters.sort === "order");
  const moveFar = (product: AdminProduct, place: number) => {
    mutate({ kind: "place", id: product.id, place });
    if (!isOrdered) return; // the row stays where it is
    const position = rows.findIndex(({ id }) => id === product.id);
    focusSpot.current?.({ id: product.id, control: "order" }, position, place - 1);
  };
  const isReading = isSearching && rows.length === 0;
  return (
    <div style={columnStyle(columns)}>
      <div className={listTop}>
        <ListToolbar filters={filters} change={change} counts={counts} columns={columns} toggleColumn={toggleColumn} />
        <ListHead
          all={counts?.all ?? 0}
          total={total}
          loaded={loaded}
          columns={columns}
          selection={mayChange ? selection : undefined}
          isSaving={list.isSaving}
          isSearching={isSearching}
          onBulk={(field) => setAsking({ about: "bulk", field })}
        />
      </div>
      {filters.missingLogo && parts.LogoSearch ? (
        <div className="mb-4">
          <parts.LogoSearch />
        </div>
      ) : null}
      <div aria-busy={isSearching} className="transition-opacity aria-busy:opacity-60">
        {mayChange && isFiltered(filters) && rows.length > 0 && (isRanked || isOrdered) ? (
          <p className="my-3 text-dim text-[0.8125rem]">{isRanked ? rankedHint : filteredHint}</p>
        ) : null}
        {rows.length > 0 ? (
          <ProductList
            shown={rows}
            show={list.show}
            {...{ isOrdered, columns, selection, actions, focusSpot, mayChange }}
            onMove={(move) => {
              if (isLoaded({ id: move.beside })) mutate({ kind: "move", move });
            }}
          />
        ) : isReading ? (
          <LoadingRows what="products" className="mt-2" />
        ) : failed ? (
          <FailedPanel what="Couldn't search the products" query={failed} />
        ) : (
          <NothingShown onClear={() => change(noFilters)} />
        )}
        {failed && rows.length > 0 ? (
          <div className="mt-3">
            <FailedLine what="more products" query={failed} />
          </div>
        ) : null}
      </div>
      {asking ? (
        <AskedDialog
          asking={asking}
          all={counts?.all ?? 0}
          selection={selection}
          mutate={(change) => {
            if (change.kind === "delete") selection.drop([change.id]);
            if (change.kind === "bulk" && change.change.delete) selection.clear();
            mutate(change);
          }}
          move={moveFar}
          close={() => setAsking(null)}
        />
      ) : null}
    </div>
  );
}

interface AskedDialogProps {
  asking: Asking;
  /** How many products there are. */
  all: number;
  selection: ListSelection;
  mutate: (change: Change) => void;
  move: (product: AdminProduct, place: number) => void;
  close: () => void;
}

function AskedDialog({ asking, all, selection, mutate, move, close }: AskedDialogProps) {
  const answer = (change: Change) => {
    close();
    mutate(change);
  };
  if (asking.about === "bulk") {
    const ids = selection.selected.map(({ id }) => id);
    const which = selection.which();
    return (
      <BulkDialog
        field={asking.field}
        products={selection.selected}
        count={selection.count}
        isWhole={selection.isWhole}
        onChange={(change) => answer({ kind: "bulk", ids, ...("count" in which && { list: which }), change })}
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
    return <MoveDialog product={product} all={all} onMove={(place) => move(product, place)} onClose={close} />;
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
  /** How many products there are: positions refer to all of them, whatever is shown. */
  all: number;
  onMove: (place: number) => void;
  onClose: () => void;
}

/** Moves a product to a given position that is too far to drag. */
function MoveDialog({ product, all: last, onMove, onClose }: MoveDialogProps) {
  const index = product.place - 1;
  const [text, setText] = useState(String(index + 1));
  const position = Number(text);
  const isPosition = Number.isInteger(position) && position >= 1 && position <= last;
  const go = (to: number) => {
    if (to !== product.place) onMove(to);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPosition) go(position);
  };
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
