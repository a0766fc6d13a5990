import { IconSearch } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, useEffect, useState } from "react";
import { productRowsKey } from "../../api/admin-products";
import type { ProductCard } from "../../api/schema.gen";
import { go } from "../../history";
import { useMay } from "../../kit/admin/may";
import { ScreenBoundary } from "../../kit/admin/screen";
import { useLeave } from "../../kit/admin/unsaved";
import { ProductDialog } from "../product-dialog/product-dialog";
import type { Action } from "./palette";

const Palette = lazy(() => import("./palette"));

interface PaletteProps {
  /** The lines of the menu. */
  lines: readonly { label: string; href: string }[];
  /** What can be done besides. */
  actions: Action[];
  onClose: () => void;
  isOpen: boolean;
}

/** Opens the palette with Ctrl+K and ⌘K, wherever no dialog is open. */
export function usePalette() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault(); // a browser's own search
      if (!document.querySelector("[role=dialog], [role=alertdialog]")) setOpen(true);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return [isOpen, setOpen] as const;
}

/** The button that opens the palette. */
export function PaletteButton({ open }: { open: () => void }) {
  const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      className="mx-3 -mb-2 flex min-h-11 items-center gap-2 rounded-lg border border-hairline px-3 text-[0.8125rem] text-dim hover:border-line hover:text-text lg:min-h-9"
      onClick={open}
    >
      <IconSearch size={16} aria-hidden="true" />
      <span className="mr-auto">Go to…</span>
      <span aria-hidden="true" className="text-[0.75rem]">
        {isMac ? "⌘K" : "Ctrl K"}
      </span>
    </button>
  );
}

/** The palette, and the dialog of the tool that was chosen in it. */
export function PaletteDialogs({ isOpen, lines, actions, onClose }: PaletteProps) {
  const [tool, setTool] = useState<{ product?: Pick<ProductCard, "id" | "name"> }>();
  const queries = useQueryClient();
  const leave = useLeave();
  const may = useMay();
  const mayAdd = may.change("catalog");
  const openTool = (product: ProductCard) => {
    if (mayAdd) setTool({ product });
    else window.open(`/products/${product.id}`, "_blank", "noopener");
  };
  return (
    <>
      {isOpen ? (
        <ScreenBoundary what="The search" waiting={null}>
          <Palette
            screens={lines.map(({ label, href }) => ({ label, act: () => leave(() => go(href)) }))}
            actions={[...(mayAdd ? [{ label: "Add a product", act: () => setTool({}) }] : []), ...actions]}
            openTool={may.read("catalog") ? openTool : undefined}
            onClose={onClose}
          />
        </ScreenBoundary>
      ) : null}
      <ProductDialog
        {...tool}
        open={tool !== undefined}
        onClose={() => setTool(undefined)}
        onSaved={() => void queries.invalidateQueries({ queryKey: productRowsKey })}
      />
    </>
  );
}
