import type { ProductCard } from "../../api/products";
import { ProductLogo } from "../tools/product-logo";
import { TypeBadge } from "../tools/type-badge";

/** The layout of a row: handle or number, logo, name, buttons. */
export const toolRow = "grid grid-cols-[2.75rem_auto_minmax(0,1fr)_auto] items-center gap-x-2 py-1.5 pr-1 sm:gap-x-3";

/** A tool in a row. */
export function ToolName({ product }: { product: ProductCard }) {
  return (
    <>
      <ProductLogo product={product} size="small" lazy />
      <p className="flex min-w-0 items-center gap-2">
        <bdi className="min-w-0 truncate font-medium text-[0.9375rem]">{product.name}</bdi>
        <span className="flex flex-none gap-2 max-sm:hidden">
          <TypeBadge type={product.type} />
          {product.hasDeal ? <span className="badge badge-deal">Deal</span> : null}
        </span>
      </p>
    </>
  );
}
