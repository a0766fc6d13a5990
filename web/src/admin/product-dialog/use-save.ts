import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { createProduct, type ProductInput, readProduct, updateProduct } from "../../api/admin-products";
import { countedCategoriesQuery } from "../../api/categories-admin";
import { faultOf, hasStatus, sentenceOf } from "../../api/fault";
import type { Product } from "../../api/products";
import { categoriesQuery } from "../../api/products";
import { toast } from "../../kit/toast";
import { type CheckedValues, noCategory } from "./product-rules";
import { fieldNames, inputOf, isSame, type ProductValues, valuesOf } from "./product-values";

interface Saving {
  form: UseFormReturn<ProductValues, unknown, CheckedValues>;
  /** The product as it was when the form was opened; undefined for a new one. */
  opened: Product | undefined;
  /** How to save a new product; by default it is created. */
  create?: ((input: ProductInput) => Promise<Product>) | undefined;
  onSaved: (product: Product) => void;
  /** Called when the form is done, unless it was closed before. */
  onDone: () => void;
}

/** Saves the form, and handles errors at their fields and conflicts with another user's edit. */
export function useSave({ form, opened, create = createProduct, onSaved, onDone }: Saving) {
  const [base, setBase] = useState(opened);
  const [theirs, setTheirs] = useState<Product>();
  const [refusal, setRefusal] = useState("");
  const queries = useQueryClient();
  const isOpen = useOpen();

  const save = async (checked: CheckedValues, on = base) => {
    setRefusal("");
    try {
      const saved = await saveUnlessOthersDid(checked, on, create);
      if ("theirs" in saved) return meet(saved.theirs);
      toast({ title: "Success", description: `Product ${on ? "updated" : "created"} successfully` });
      for (const { queryKey } of [categoriesQuery(), countedCategoriesQuery()])
        void queries.invalidateQueries({ queryKey }); // the save may have created a category
      onSaved(saved.product);
      if (isOpen.current) onDone();
    } catch (error) {
      toast({ title: "Error", description: `Failed to ${on ? "update" : "create"} product`, tone: "destructive" });
      setRefusal(explain(error, form));
    }
  };

  const meet = (product: Product) => {
    toast({ title: "Error", description: "Failed to update product", tone: "destructive" });
    setTheirs(product);
  };

  /** Continues from their version with these values in the form. */
  const settle = (values: ProductValues) => {
    form.reset(values);
    setBase(theirs);
    setTheirs(undefined);
    return theirs;
  };

  return { save, base, theirs, settle, refusal };
}

/** Returns a function that reports whether the form is still open, for callbacks that run later. */
function useOpen() {
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}

type Outcome = { product: Product } | { theirs: Product };

/**
 * Saves on top of the version that the form was loaded from. If there is a newer version by now, returns it instead,
 * unless it differs in no field of the form, for example after a reorder.
 */
async function saveUnlessOthersDid(
  checked: CheckedValues,
  base: Product | undefined,
  create: (input: ProductInput) => Promise<Product>,
): Promise<Outcome> {
  const input = inputOf(checked);
  if (!base) return { product: await create(input) };
  try {
    return { product: await updateProduct(base.id, base.version, input) };
  } catch (error) {
    if (!hasStatus(error, 409)) throw error;
    const theirs = await readProduct(base.id);
    if (theirs.version === base.version || !isSame(valuesOf(theirs), valuesOf(base))) return { theirs };
    return { product: await updateProduct(theirs.id, theirs.version, input) };
  }
}

/** Sets the server's errors on their fields, and returns a sentence for those without a field. */
function explain(error: unknown, form: Saving["form"]): string {
  const fault = faultOf(error);
  const fields = fault?.fields ?? [];
  const known = fieldNames.filter((name) => fields.some(({ field }) => field === name));
  for (const name of known) {
    const message = fields.find(({ field }) => field === name)?.message;
    form.setError(name, { type: "server", message });
    if (message === noCategory) toastNoCategory();
  }
  focusFirstError(form, known);
  const others = fields.filter(({ field }) => !known.some((name) => name === field));
  if (others.length > 0) return others.map(({ message }) => `${message}.`).join(" ");
  if (known.length > 0) return "";
  return sentenceOf(error, "Couldn't reach the server. Your changes are still here.");
}

/** Focuses the topmost of these fields. */
export function focusFirstError(form: Saving["form"], names: string[]) {
  const first = fieldNames.find((name) => names.includes(name));
  if (first) form.setFocus(first);
}

/** Shown in addition to the error at the field. */
export const toastNoCategory = () => toast({ title: "Validation Error", description: noCategory, tone: "destructive" });
