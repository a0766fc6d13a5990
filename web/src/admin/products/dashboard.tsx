import { IconArrowDown, IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useState } from "react";
import { parts, screens } from "../../admin-features";
import { type AdminProduct, productRowsKey } from "../../api/admin-products";
import { FailedPanel, LoadingRows, StatePanel } from "../../kit/admin/list";
import { useMay } from "../../kit/admin/may";
import { AdminLink } from "../../kit/admin/screen";
import { jumpLink, jumpTarget, panel, sectionHead } from "../../kit/admin/styles";
import { Button, buttonStyle } from "../../kit/button";
import { formatCount } from "../../kit/count";
import { Skeleton } from "../../kit/skeleton";
import { ProductDialog } from "../product-dialog/product-dialog";
import { Attention } from "./attention";
import { Figures } from "./figures";
import { Products } from "./products";
import { useProductList } from "./use-product-list";

/** The screen of the products, with four figures above and the logos below. */
export function Dashboard() {
  const queries = useQueryClient();
  const list = useProductList();
  const may = useMay();
  const { failed, counts } = list;
  const isEmpty = counts?.all === 0;
  const [dialog, setDialog] = useState<{ product?: AdminProduct; isOpen: boolean }>({ isOpen: false });
  const openProductDialog = useCallback((product?: AdminProduct) => setDialog({ product, isOpen: true }), []);
  const readAgain = () => {
    for (const queryKey of [productRowsKey, parts.sync?.logosKey])
      if (queryKey) void queries.invalidateQueries({ queryKey });
  };
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 className="mr-auto font-display text-4xl lg:text-[2.625rem]">Admin Dashboard</h1>
        {may.read("settings") ? (
          <AdminLink href="/admin/site-management" className={buttonStyle({ className: "max-lg:hidden" })}>
            Site Management
          </AdminLink>
        ) : null}
        {parts.addByUrl && may.change("catalog") ? (
          <AdminLink href={parts.addByUrl.path} className={buttonStyle({ className: "max-lg:hidden" })}>
            {parts.addByUrl.title}
          </AdminLink>
        ) : null}
        {may.change("catalog") ? (
          <Button
            tone="brass"
            className="max-lg:fixed max-lg:top-2 max-lg:right-4 max-lg:z-30 sm:max-lg:right-6"
            onClick={() => openProductDialog()}
          >
            <IconPlus size={16} aria-hidden="true" />
            Add Product
          </Button>
        ) : null}
      </div>
      <Figures counts={counts} />
      <Attention />
      <section id="products" tabIndex={-1} aria-labelledby="products-heading" className={jumpTarget}>
        <div className={sectionHead}>
          <h2 id="products-heading" className="font-display text-2xl">
            Products{" "}
            {counts ? `(${formatCount(counts.all)})` : failed ? null : <Skeleton className="inline-block w-16 h-5" />}
          </h2>
          {may.change("catalog") ? <p className="text-sm text-dim">Drag and drop to reorder products</p> : null}
          {counts && parts.sync ? (
            <a href="#logos" className={jumpLink}>
              <IconArrowDown size={16} aria-hidden="true" />
              Logos
            </a>
          ) : null}
        </div>
        {counts && !isEmpty ? <Products list={list} edit={openProductDialog} /> : null}
        {isEmpty && !may.change("settings") ? (
          <StatePanel
            title="No products found"
            text={may.change("catalog") ? "Add your first product to get started" : "Products are listed here."}
          />
        ) : null}
        {isEmpty && may.change("settings") ? <FirstSteps onAdd={() => openProductDialog()} /> : null}
        {failed && !counts ? <FailedPanel what="Failed to fetch products" query={failed} /> : null}
        {counts || failed ? null : <LoadingRows what="products" className="mt-2" />}
      </section>
      {counts && parts.sync ? <parts.sync.Logos /> : null}
      <ProductDialog
        product={dialog.product}
        open={dialog.isOpen}
        onClose={() => setDialog((before) => ({ ...before, isOpen: false }))}
        onSaved={readAgain}
      />
    </>
  );
}

const importPath = "/admin/import";

/** The empty catalogue, with the first steps to fill it. */
function FirstSteps({ onAdd }: { onAdd: () => void }) {
  return (
    <>
      <StatePanel title="No products found" text="Add your first product to get started" />
      <ol className="mx-auto -mt-4 mb-12 grid max-w-256 gap-4 [counter-reset:step] min-[56rem]:grid-cols-3">
        <Step title="Add a product" text="One at a time, with a logo and description.">
          <Button tone="brass" onClick={onAdd}>
            Add a product
          </Button>
        </Step>
        {screens.some(({ path }) => path === importPath) ? (
          <Step title="Import a file" text="Many at once, from CSV, JSON or WordPress. You see first what it does.">
            <AdminLink href={importPath} className={buttonStyle()}>
              Import
            </AdminLink>
          </Step>
        ) : null}
        <Step title="Set name and logo" text="Give the site its name and heading, and upload its logos.">
          <div className="flex flex-wrap gap-3">
            <AdminLink href="/admin/site-management?tab=texts" className={buttonStyle()}>
              Site Texts
            </AdminLink>
            <AdminLink href="/admin/site-management?tab=logos" className={buttonStyle()}>
              Logo Settings
            </AdminLink>
          </div>
        </Step>
      </ol>
    </>
  );
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className={`${panel} flex min-w-0 flex-col items-start gap-3 p-5 [counter-increment:step]`}>
      <h3 className="font-semibold before:mr-2 before:text-dim before:tabular-nums before:content-[counter(step)]">
        {title}
      </h3>
      <p className="flex-1 text-[0.875rem] text-muted">{text}</p>
      {children}
    </li>
  );
}
