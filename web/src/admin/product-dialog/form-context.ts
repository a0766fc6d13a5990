import { createContext, useContext } from "react";
import type { ProductDrafting } from "../../kit/admin/parts";
import type { useProductEditor } from "./use-product-editor";

type ProductEditor = ReturnType<typeof useProductEditor>["editor"];

const ProductFormContext = createContext<ProductEditor | undefined>(undefined);

export const ProductFormProvider = ProductFormContext.Provider;

/** Returns the product form that the fields belong to. */
export function useProductForm(): ProductEditor {
  const editor = useContext(ProductFormContext);
  if (!editor) throw new Error("useProductForm must be used within the product form");
  return editor;
}

/** Returns the form as those see it that draft its texts. */
export function useDraftedProduct(): ProductDrafting {
  const { form, values, change } = useProductForm();
  const focusOn = (name: string) => form.ref.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
  return { values, change, focusOn };
}
