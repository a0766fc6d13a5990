import { useFormContext, useWatch } from "react-hook-form";
import type { DraftedProduct, ProductDrafting } from "../../kit/admin/parts";
import type { CheckedValues } from "./product-rules";
import type { ProductValues } from "./product-values";

/** Returns the product form that the fields belong to. */
export const useProductForm = () => useFormContext<ProductValues, unknown, CheckedValues>();

/** Returns the form as those see it that draft its texts. */
export function useDraftedProduct(): ProductDrafting {
  const { control, setValue, setFocus } = useProductForm();
  const values = useWatch({ control }) as ProductValues;
  const change = (part: Partial<DraftedProduct>) => {
    for (const [name, value] of Object.entries(part))
      setValue(name as keyof ProductValues, value, { shouldValidate: true });
  };
  return { values, change, focusOn: setFocus };
}
