import { IconGripVertical } from "@tabler/icons-react";
import { parts } from "../../admin-features";
import type { AdminProduct } from "../../api/admin-products";
import { iconButtonStyle } from "../../kit/admin/icon-button";
import { formatCount } from "../../kit/count";
import { ProductLogo } from "../../kit/tools/product-logo";
import { TypeBadge } from "../../kit/tools/type-badge";
import { VisitSpark, type VisitSparkProps } from "../visits/visit-spark";

/** The style of a number in a row that opens a dialog. */
export const orderButton =
  "inline-flex min-h-11 items-center rounded-lg px-2 text-[0.8125rem] text-dim tabular-nums whitespace-nowrap hover:bg-contrast/6 hover:text-text md:min-h-9";

export const orderOf = ({ displayOrder }: AdminProduct) => `Order: ${formatCount(displayOrder)}`;

/** The content of a row: logo, name, type, description, section and badges. */
export function ProductFace({ product }: { product: AdminProduct }) {
  return (
    <>
      <div className="row-product">
        <ProductLogo product={product} size="small" lazy />
        <div className="min-w-0">
          <div className="flex items-center gap-2 min-w-0">
            <h3 className="truncate min-w-0 text-[0.9375rem] font-semibold">{product.name}</h3>
            <TypeBadge type={product.type} />
          </div>
          <p className="truncate min-w-0 text-muted text-[0.8125rem] leading-5">{product.description}</p>
        </div>
      </div>
      <div className="row-section">
        <span className="truncate max-w-full px-2 py-0.5 border border-line rounded-2xl text-muted text-[0.75rem]">
          {product.section}
        </span>
        {product.isNew ? <span className="badge badge-new">New</span> : null}
        {product.isFeatured ? <span className="badge badge-featured">Featured</span> : null}
        {product.hasDeal ? <span className="badge badge-deal">Deal</span> : null}
      </div>
    </>
  );
}

/** A row without controls, shown while it is dragged. */
export function RowShape({ product, visits }: { product: AdminProduct; visits: VisitSparkProps["visits"] }) {
  return (
    <>
      <span className={iconButtonStyle({ className: "row-handle" })}>
        <IconGripVertical size={18} />
      </span>
      <ProductFace product={product} />
      <span className="row-visits">
        <span className={orderButton}>
          <VisitSpark visits={visits} />
        </span>
      </span>
      <span className="row-order">
        <span className={orderButton}>{orderOf(product)}</span>
      </span>
      <span className="row-actions">
        {["preview", parts.alternatives ? "alternatives" : "", "edit", "delete"].filter(Boolean).map((control) => (
          <span key={control} className={iconButtonStyle()} />
        ))}
      </span>
    </>
  );
}
