import { IconArrowDown } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { type AdminProduct, adminProductsQuery } from "../../api/admin-products";
import { logosQuery } from "../../api/logos";
import { FailedPanel } from "../../kit/admin/state-panel";
import { jumpLink, jumpTarget, sectionHead } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { formatCount } from "../../kit/count";
import { Skeleton } from "../../kit/skeleton";
import { LogoSection } from "../logos/logo-section";
import { ProductDialog } from "../product-dialog/product-dialog";
import { TopVisits } from "../visits/top-visits";
import { FirstSteps } from "./first-steps";
import { ListSkeleton } from "./list-states";
import { Products } from "./products";
import { useChanged } from "./use-changes";

/** The screen of the products, with visits above and logos below. */
export function Dashboard() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(adminProductsQuery());
  const { products, isSaving } = useChanged(data);
  const [dialog, setDialog] = useState<{ product?: AdminProduct; isOpen: boolean }>({ isOpen: false });
  const openProductDialog = useCallback((product?: AdminProduct) => setDialog({ product, isOpen: true }), []);
  const readAgain = () => {
    for (const { queryKey } of [adminProductsQuery(), logosQuery()]) void queries.invalidateQueries({ queryKey });
  };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 mb-6">
        <h1 className="font-display text-4xl">Admin Dashboard</h1>
        <Button tone="brass" onClick={() => openProductDialog()}>
          Add Product
        </Button>
      </div>
      {products?.length === 0 || (error && !products) ? null : <TopVisits />}
      <section id="products" tabIndex={-1} aria-labelledby="products-heading" className={`${jumpTarget} mt-6`}>
        <div className={sectionHead}>
          <h2 id="products-heading" className="font-display text-2xl">
            Products{" "}
            {products ? (
              `(${formatCount(products.length)})`
            ) : error ? null : (
              <Skeleton className="inline-block w-16 h-5" />
            )}
          </h2>
          <p className="text-sm text-dim">Drag and drop to reorder products</p>
          {products ? (
            <a href="#logos" className={jumpLink}>
              <IconArrowDown size={16} aria-hidden="true" />
              Go to logos
            </a>
          ) : null}
        </div>
        {products && products.length > 0 ? (
          <Products products={products} isSaving={isSaving} edit={openProductDialog} />
        ) : null}
        {products?.length === 0 ? <FirstSteps onAdd={() => openProductDialog()} /> : null}
        {error && !products ? (
          <FailedPanel what="Failed to fetch products" error={error} retry={() => void refetch()} />
        ) : null}
        {products || error ? null : <ListSkeleton />}
      </section>
      {products ? <LogoSection /> : null}
      <ProductDialog
        product={dialog.product}
        open={dialog.isOpen}
        onClose={() => setDialog((before) => ({ ...before, isOpen: false }))}
        onSaved={readAgain}
      />
    </>
  );
}
