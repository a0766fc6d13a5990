import { useDraggable } from "@dnd-kit/core";
import { memo } from "react";
import { parts } from "../../admin-features";
import type { AdminProduct } from "../../api/admin-products";
import { iconButtonStyle } from "../../kit/admin/buttons";
import { dayOf, momentOf } from "../../kit/admin/days";
import { type Drag, Handle, type Moves } from "../../kit/admin/reorder";
import { MenuAction, RowMenu, rowEdit, rowMenuItem } from "../../kit/admin/row-menu";
import { Check, type Reach } from "../../kit/admin/selection";
import { statusLabels } from "../../kit/admin/status";
import { Badge, TypeBadge } from "../../kit/badge";
import { formatCount } from "../../kit/count";
import { Skeleton } from "../../kit/skeleton";
import { ProductLogo } from "../../kit/tools/product-logo";
import { VisitSpark, type VisitSparkProps } from "../visits/visits";
import type { Column } from "./list-view";

/** What a dialog about a product is for. */
export type ProductQuestion = "delete" | "clicks" | "alternatives" | "move";

/** The actions of a row. */
export interface RowActions {
  edit: (product: AdminProduct) => void;
  ask: (about: ProductQuestion, product: AdminProduct) => void;
}

interface ProductRowProps {
  product: AdminProduct;
  /** Its position in the shown list, from 0, and its distance from the list's top in pixels. */
  position: number;
  top: number;
  /** The length of the list. */
  count: number;
  isSelected: boolean;
  /** Its clicks by day, as for VisitSpark. */
  clicks: number[] | null | undefined;
  /** How it is being dragged; undefined if it is not. */
  draggedBy: Drag["by"] | undefined;
  /** Undefined where none can be dragged. */
  moves: Moves | undefined;
  /** Whether the administrator may change products. */
  mayChange: boolean;
  columns: readonly Column[];
  select: (id: number, reach: Reach) => void;
  actions: RowActions;
}

/** A row of the product list. `data-control` names each of its controls. */
export const ProductRow = memo(function ProductRow(props: ProductRowProps) {
  const { product, position, top, count, isSelected, clicks, draggedBy, moves, mayChange, columns, select, actions } =
    props;
  const { id, name } = product;
  const { setNodeRef, listeners } = useDraggable({ id, disabled: !moves });
  return (
    <li
      ref={setNodeRef}
      aria-posinset={position + 1}
      aria-setsize={count}
      className="product-row"
      data-row={id}
      data-dragged={draggedBy}
      data-selected={isSelected || undefined}
      style={{ top }}
    >
      <div className="row-handle">
        {moves ? <Handle {...{ id, name, position, draggedBy, moves, listeners }} /> : null}
      </div>
      <div className="row-check">
        {mayChange ? (
          <Check
            data-control="check"
            aria-label={`Select ${name}`}
            checked={isSelected}
            onClick={({ shiftKey }) => select(id, shiftKey ? "range" : "toggle")} // a change doesn't say that Shift is held
            onChange={() => undefined} // React warns of a box without one
          />
        ) : null}
      </div>
      <ProductFace product={product} columns={columns} />
      {columns.includes("Clicks") ? (
        <div className="row-clicks">
          <button
            type="button"
            data-control="clicks"
            className={orderButton}
            data-tooltip="Clicks by day"
            onClick={() => actions.ask("clicks", product)}
          >
            <span className="sr-only">{`${name}: `}</span>
            <VisitSpark clicks={clicks} />
          </button>
        </div>
      ) : null}
      {columns.includes("Order") ? (
        <div className="row-order">
          {mayChange ? (
            <button
              type="button"
              data-control="order"
              className={orderButton}
              aria-label={`${orderOf(product)}, move ${name} to position…`}
              data-tooltip="Move to position…"
              onClick={() => actions.ask("move", product)}
            >
              {orderOf(product)}
            </button>
          ) : (
            <span className={orderShape}>{orderOf(product)}</span>
          )}
        </div>
      ) : null}
      <div className="row-actions">
        {mayChange ? (
          <button
            type="button"
            data-control="edit"
            className={rowEdit}
            aria-label={`Edit ${name}`}
            onClick={() => actions.edit(product)}
          >
            Edit
          </button>
        ) : null}
        <RowMenu label={`More actions for ${name}`}>
          <a
            href={product.hasLandingPage || product.status !== "published" ? `/products/${id}` : product.website}
            target="_blank"
            rel="noopener noreferrer"
            className={rowMenuItem}
            aria-label={`Preview ${name}`}
          >
            Preview
          </a>
          {parts.alternatives && mayChange ? (
            <MenuAction
              aria-label={parts.alternatives.label(name)}
              onClick={() => actions.ask("alternatives", product)}
            >
              {parts.alternatives.tooltip}
            </MenuAction>
          ) : null}
          <MenuAction aria-label={`Clicks by day: ${name}`} onClick={() => actions.ask("clicks", product)}>
            Clicks by day
          </MenuAction>
          {mayChange ? (
            <>
              <MenuAction aria-label={`Move to position: ${name}`} onClick={() => actions.ask("move", product)}>
                Move to position…
              </MenuAction>
              <MenuAction aria-label={`Delete ${name}`} onClick={() => actions.ask("delete", product)} isDanger>
                Delete
              </MenuAction>
            </>
          ) : null}
        </RowMenu>
      </div>
    </li>
  );
});

interface RowHolderProps {
  position: number;
  count: number;
  top: number;
}

/** Holds the place of a row that is not loaded. */
export function RowHolder({ position, count, top }: RowHolderProps) {
  return (
    <li aria-posinset={position + 1} aria-setsize={count} aria-busy="true" className="product-row" style={{ top }}>
      <span className="row-product">
        <Skeleton className="size-9 rounded-lg" />
        <Skeleton className="h-4 w-48 max-w-full" />
      </span>
    </li>
  );
}

/** The style of a number in a row, and of one that opens a dialog. */
const orderShape =
  "inline-flex min-h-11 items-center rounded-lg px-2 text-[0.8125rem] text-dim tabular-nums whitespace-nowrap md:min-h-9";
const orderButton = `${orderShape} hover:bg-contrast/6 hover:text-text`;

const orderOf = ({ displayOrder }: AdminProduct) => `Order: ${formatCount(displayOrder)}`;

interface FaceProps {
  product: AdminProduct;
  columns: readonly Column[];
}

/** The content of a row: logo, name, type and other badges, description and section. */
function ProductFace({ product, columns }: FaceProps) {
  const { name, type, description, categories, section, createdAt, isFeatured, hasDeal } = product;
  return (
    <>
      <div className="row-product">
        <ProductLogo product={product} size="small" lazy />
        <div className="row-text">
          <div className="row-name">
            <h3 className="truncate text-[0.9375rem]/5 font-semibold">{name}</h3>
            {type === "Unknown" ? null : <TypeBadge type={type} />}
          </div>
          <div className="row-flags">
            <StatusBadge product={product} />
            {isFeatured ? <span className="badge badge-featured">Featured</span> : null}
            {hasDeal ? <span className="badge badge-deal">Deal</span> : null}
          </div>
          <p className="row-description">{description}</p>
        </div>
      </div>
      {columns.includes("Category") ? <span className="row-category">{categories[0]}</span> : null}
      {columns.includes("Section") ? <span className="row-section">{section}</span> : null}
      {columns.includes("Added") ? <span className="row-added">{dayOf(createdAt)}</span> : null}
    </>
  );
}

/** Whether visitors see a product, if they don't. */
function StatusBadge({ product: { status, publishAt } }: { product: AdminProduct }) {
  if (status === "published") return null;
  return (
    <Badge>
      {statusLabels[status]}
      {status === "scheduled" ? ` · ${momentOf(publishAt)}` : ""}
    </Badge>
  );
}

/** What a row shows while it is dragged, after its handle. */
export function RowShape({ product, columns, clicks }: FaceProps & { clicks: VisitSparkProps["clicks"] }) {
  return (
    <>
      <ProductFace product={product} columns={columns} />
      {columns.includes("Clicks") ? (
        <span className="row-clicks">
          <span className={orderButton}>
            <VisitSpark clicks={clicks} />
          </span>
        </span>
      ) : null}
      {columns.includes("Order") ? (
        <span className="row-order">
          <span className={orderButton}>{orderOf(product)}</span>
        </span>
      ) : null}
      <span className="row-actions">
        <span className={rowEdit}>Edit</span>
        <span className={iconButtonStyle()} />
      </span>
    </>
  );
}
