import { useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useRef, useState } from "react";
import { parts } from "../../admin-features";
import { createProduct, readProduct, updateProduct } from "../../api/admin-products";
import { countedCategoriesQuery } from "../../api/categories-admin";
import { faultOf, hasStatus, sentenceOf } from "../../api/fault";
import { categoriesQuery } from "../../api/products";
import type { Product, ProductInput } from "../../api/schema.gen";
import { useEditor } from "../../kit/admin/editor";
import { hasNoLogo } from "../../kit/admin/list-filters";
import type { ProductDrafting } from "../../kit/admin/parts";
import { toast, toastError } from "../../kit/toast";
import {
  fieldNames,
  inputOf,
  isSame,
  mistakesInProduct,
  noCategory,
  type ProductValues,
  valuesOf,
} from "./product-values";

interface ProductEditorOptions {
  /** The product as it was when the form was opened; undefined for a new one. */
  opened: Product | undefined;
  /** The initial values of a new product. */
  initial: ProductValues;
  /** How to save a new product; by default it is created. */
  create?: ((input: ProductInput) => Promise<Product>) | undefined;
  onSaved: (product: Product) => void;
  /** Called when the form is done, unless it was closed before. */
  onDone: () => void;
}

/** The editor of a product, which also handles conflicts with another user's edit. */
export function useProductEditor({ opened, initial, create = createProduct, onSaved, onDone }: ProductEditorOptions) {
  const [base, setBase] = useState(opened);
  const [theirs, setTheirs] = useState<Product>();
  const [refusal, setRefusal] = useState("");
  const queries = useQueryClient();
  const isOpen = useOpen();
  const editor = useEditor({
    opened: opened ? valuesOf(opened) : initial,
    isSame,
    check: mistakesInProduct,
    save: (values) => {
      setRefusal("");
      return saveUnlessOthersDid(inputOf(values), theirs ?? base, create);
    },
    onSaved: (product) => {
      toast({ title: "Success", description: `Product ${base ? "updated" : "created"} successfully` });
      for (const { queryKey } of [categoriesQuery(), countedCategoriesQuery()])
        void queries.invalidateQueries({ queryKey }); // the save may have created a category
      onSaved(product);
      if (hasNoLogo(product)) void parts.proposeLogo?.(product, queries);
      if (isOpen.current) onDone();
    },
    failure: (error) => {
      toastError("Error", `Failed to ${base ? "update" : "create"} product`);
      if (error instanceof Conflict) setTheirs(error.theirs);
      else setRefusal(refusalOf(error));
    },
    onRefused: ({ categories }) => {
      if (categories === noCategory) toastError("Validation Error", noCategory);
    },
  });

  /** Goes on from the version that was saved since, with these values in the form. */
  const rebase = (values: ProductValues) => {
    if (theirs) editor.reset(valuesOf(theirs), values);
    setBase(theirs);
    setTheirs(undefined);
  };

  return { editor, base, theirs, rebase, refusal };
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

/** Somebody else has saved the product since the form was opened. */
class Conflict extends Error {
  constructor(readonly theirs: Product) {
    super("The product has another version by now");
  }
}

/**
 * Saves on top of the version that the form was loaded from. A newer version is a conflict, unless it differs in no field
 * of the form, for example after a reorder.
 */
async function saveUnlessOthersDid(
  input: ProductInput,
  base: Product | undefined,
  create: (input: ProductInput) => Promise<Product>,
): Promise<Product> {
  if (!base) return create(input);
  try {
    return await updateProduct(base.id, base.version, input);
  } catch (error) {
    if (!hasStatus(error, 409) || faultOf(error)?.fields.length) throw error; // a slug that is taken is at its field
    const theirs = await readProduct(base.id);
    if (theirs.version === base.version || !isSame(valuesOf(theirs), valuesOf(base))) throw new Conflict(theirs);
    return updateProduct(theirs.id, theirs.version, input);
  }
}

/** Returns a sentence for the errors that are shown at no field. */
function refusalOf(error: Error): string {
  const fields = faultOf(error)?.fields ?? [];
  const others = fields.filter(({ field }) => !fieldNames.some((name) => name === field));
  if (others.length > 0) return others.map(({ message }) => `${message}.`).join(" ");
  if (fields.length > 0) return "";
  return sentenceOf(error, "Couldn't reach the server. Your changes are still here.");
}

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
