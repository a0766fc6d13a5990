import { useFormContext } from "react-hook-form";
import type { CheckedValues } from "./product-rules";
import type { ProductValues } from "./product-values";

/** Returns the product form that the fields belong to. */
export const useProductForm = () => useFormContext<ProductValues, unknown, CheckedValues>();
