import { Dialog } from "radix-ui";
import type { Product } from "../../api/products";

export interface ProductDialogProps {
  /** The product to change; without one, a new one is added. The dialog reads the rest of it itself. */
  product?: Pick<Product, "id" | "name">;
  open: boolean;
  onClose: () => void;
  /** Called with what the server has saved, before the dialog is closed. */
  onSaved: (product: Product) => void;
}

/** Adds a product or changes one. */
export function ProductDialog({ product, open, onClose }: ProductDialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(stays) => stays || onClose()}>
      <Dialog.Portal>
        <Dialog.Content aria-describedby={undefined}>
          <Dialog.Title>{product ? `Edit ${product.name}` : "Add Product"}</Dialog.Title>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
