import "./product-dialog.css";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Dialog } from "radix-ui";
import { useId, useState } from "react";
import { readProduct } from "../../api/admin-products";
import { sentenceOf } from "../../api/fault";
import type { Product } from "../../api/schema.gen";
import { Loading } from "../../kit/admin/list";
import { GuardedForms, UnsavedQuestion, useFormsGuard } from "../../kit/admin/unsaved";
import { Button } from "../../kit/button";
import { closeOnEscape, useFocusReturn } from "../../kit/focus";
import { pageToasts } from "../../kit/toast";
import { type ProductDraft, ProductForm } from "./product-form";

interface ProductDialogProps {
  /** The product to change; without one, a new one is added. The dialog reads the rest of it itself. */
  product?: Pick<Product, "id" | "name">;
  /** The initial values of a new product. */
  draft?: ProductDraft;
  open: boolean;
  onClose: () => void;
  /** Called with the saved product before the dialog closes. */
  onSaved: (product: Product) => void;
}

/** Adds or edits a product. Each opening starts with fresh state. */
export function ProductDialog({ open, ...props }: ProductDialogProps) {
  return open ? <OpenDialog key={props.product?.id} {...props} /> : null;
}

function OpenDialog({ product, draft, onClose, onSaved }: Omit<ProductDialogProps, "open">) {
  const [opening] = useState(pageToasts.latest);
  const giveUp = () => {
    pageToasts.dismissAfter(opening); // they belong to this form
    onClose();
  };
  const { guard, forms } = useFormsGuard(giveUp);
  const focus = useFocusReturn();
  const leave = () => guard.leave(giveUp);
  const shared = { cancel: leave, onSaved, onDone: onClose };
  return (
    <Dialog.Root open onOpenChange={(stays) => stays || leave()}>
      <Dialog.Portal>
        <Dialog.Overlay className="modal-ground" />
        <Dialog.Content
          className="product-dialog fixed inset-0 z-40 flex flex-col overflow-clip bg-raised focus:outline-none md:inset-8 md:m-auto md:max-h-240 md:w-[min(100vw-4rem,66rem)] md:rounded-2xl md:border md:border-line md:shadow-[0_2rem_6rem_oklch(0_0_0/calc(0.6*var(--shadow,1)))]"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus();
            event.preventDefault();
            beginAt(event.currentTarget);
          }}
          onCloseAutoFocus={focus.onCloseAutoFocus}
          onEscapeKeyDown={(event) => isOpenList(event.target) && event.preventDefault()}
          onKeyDown={(event) => isOpenList(event.target) || closeOnEscape(leave)(event)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => event.preventDefault()} // otherwise the browser would open a dropped file in place of the page
        >
          <header className="relative flex flex-none items-baseline gap-3 min-w-0 pr-16 pl-4 pt-3 pb-2 md:pr-18 md:pl-7 md:pt-5 md:pb-4 md:border-b md:border-hairline">
            <Dialog.Title className="flex-none font-display text-3xl">
              {product ? "Edit Product" : (draft?.title ?? "Add Product")}
            </Dialog.Title>
            {product ? <p className="truncate text-sm text-muted">{product.name}</p> : null}
            <Dialog.Close aria-label="Close" data-tooltip="Close" className="modal-close md:top-4 md:right-4">
              <IconX size={20} aria-hidden="true" />
            </Dialog.Close>
          </header>
          <GuardedForms value={forms}>
            {product ? (
              <EditForm id={product.id} {...shared} />
            ) : (
              <ProductForm opened={undefined} draft={draft} {...shared} />
            )}
          </GuardedForms>
        </Dialog.Content>
      </Dialog.Portal>
      <UnsavedQuestion guard={guard} />
    </Dialog.Root>
  );
}

/** Focuses the name of a new product. An existing one is still loading, so the dialog gets the focus. */
function beginAt(dialog: EventTarget | null) {
  if (!(dialog instanceof HTMLElement)) return;
  (dialog.querySelector<HTMLElement>('[name="name"]') ?? dialog).focus();
}

/** Esc closes an open list before it closes the form that the list is in. */
const isOpenList = (target: EventTarget | null) =>
  target instanceof Element && target.getAttribute("aria-expanded") === "true";

interface EditFormProps {
  id: number;
  cancel: () => void;
  onSaved: (product: Product) => void;
  onDone: () => void;
}

/** Loads the product once per opening, never again while its form is open, and then shows the form. */
function EditForm({ id, ...form }: EditFormProps) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["the product", id, useId()],
    queryFn: ({ signal }) => readProduct(id, signal),
    gcTime: 0,
  });
  if (data) return <ProductForm opened={data} {...form} />;
  if (!error || isFetching)
    return <Loading what="Loading the product" skeleton="h-full" className="min-h-0 flex-1 p-8 *:h-full" />;
  return (
    <div role="alert" className="grid flex-1 place-content-center justify-items-center gap-3 p-8 text-center">
      <p className="font-display text-2xl">Couldn't load the product</p>
      <p className="text-sm text-muted">{sentenceOf(error, "Couldn't reach the server.")}</p>
      <Button onClick={() => void refetch()}>Try again</Button>
    </div>
  );
}
