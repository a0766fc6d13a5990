import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { categoriesQuery } from "../../api/categories";
import { countedCategoriesQuery } from "../../api/categories-admin";
import { faultOf, hasStatus, sentenceOf } from "../../api/fault";
import { createProduct, type ProductInput, readProduct, updateProduct } from "../../api/product-changes";
import type { Product } from "../../api/products";
import { toast } from "../../components/toast";
import { type CheckedValues, noCategory } from "./product-rules";
import { fieldNames, inputOf, isSame, type ProductValues, valuesOf } from "./product-values";

interface Saving {
  form: UseFormReturn<ProductValues, unknown, CheckedValues>;
  /** The product as it was when the form was opened; a new one has none. */
  opened: Product | undefined;
  /** How a new one is saved, where it is not simply added. */
  create?: ((input: ProductInput) => Promise<Product>) | undefined;
  onSaved: (product: Product) => void;
  /** The form has done its work. It is not called when it was closed meanwhile. */
  onDone: () => void;
}

/** Saves the form, and finds a way on for what stands in between: faults at their fields, another's version. */
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
        void queries.invalidateQueries({ queryKey }); // it may have made one
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

  /** Goes on from their version, with these values in the form. */
  const settle = (values: ProductValues) => {
    form.reset(values);
    setBase(theirs);
    setTheirs(undefined);
    return theirs;
  };

  return { save, base, theirs, settle, refusal };
}

/** Whether the form still stands, for what comes later than it. */
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
 * Saves on top of the version that the form was made from. When another is there by now, it gives that one; but one in
 * which nothing differs that the form shows, as after a change of the order, stands in nobody's way.
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

/** Puts the server's sentences at their fields, and gives one for what has no field. */
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

/** Puts the focus into the uppermost of these fields. */
export function focusFirstError(form: Saving["form"], names: string[]) {
  const first = fieldNames.find((name) => names.includes(name));
  if (first) form.setFocus(first);
}

/** What is said besides the sentence at the field. */
export const toastNoCategory = () => toast({ title: "Validation Error", description: noCategory, tone: "destructive" });
