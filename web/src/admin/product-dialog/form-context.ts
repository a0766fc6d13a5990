import { useFormContext } from "react-hook-form";
import type { CheckedValues } from "./product-rules";
import type { ProductValues } from "./product-values";

/** The form that the fields stand in. */
export const useProductForm = () => useFormContext<ProductValues, unknown, CheckedValues>();
