import { IconGripVertical } from "@tabler/icons-react";
import type { AdminProduct } from "../../api/admin-products";
import { ProductLogo } from "../../components/product-logo";
import { TypeBadge } from "../../components/type-badge";
import { formatCount } from "../../ui/count";
import { VisitSpark, type VisitSparkProps } from "../visits/visit-spark";

export const orderOf = ({ displayOrder }: AdminProduct) => `Order: ${formatCount(displayOrder)}`;

/** What a row says of its product: logo, name, type, description, section. */
export function ProductFace({ product }: { product: AdminProduct }) {
  return (
    <>
      <div className="row-product">
        <ProductLogo product={product} size="small" lazy />
        <div className="min-w-0">
          <div className="row-name">
            <h3 className="row-title">{product.name}</h3>
            <TypeBadge type={product.type} />
          </div>
          <p className="row-description">{product.description}</p>
        </div>
      </div>
      <div className="row-section">
        <span className="section-badge">{product.section}</span>
        {product.isFeatured ? <span className="badge badge-featured">Featured</span> : null}
        {product.hasDeal ? <span className="badge badge-deal">Deal</span> : null}
      </div>
    </>
  );
}

/** A whole row to look at, with nothing in it to press. */
export function RowShape({ product, visits }: { product: AdminProduct; visits: VisitSparkProps["visits"] }) {
  return (
    <>
      <span className="row-handle icon-button">
        <IconGripVertical size={18} />
      </span>
      <ProductFace product={product} />
      <span className="row-visits">
        <span className="order-button">
          <VisitSpark visits={visits} />
        </span>
      </span>
      <span className="row-order">
        <span className="order-button">{orderOf(product)}</span>
      </span>
      <span className="row-actions">
        {["preview", "edit", "delete"].map((control) => (
          <span key={control} className="icon-button" />
        ))}
      </span>
    </>
  );
}
