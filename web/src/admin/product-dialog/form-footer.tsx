import { useWatch } from "react-hook-form";
import { Button } from "../../kit/button";
import { countOf } from "../../kit/count";
import { useProductForm } from "./form-context";
import { footerStyle, statusStyle } from "./layout";
import { isSame, type ProductValues } from "./product-values";

interface FormFooterProps {
  isNew: boolean;
  saved: ProductValues;
  isUploading: boolean;
  cancel: () => void;
}

/** The buttons of the form and its status. */
export function FormFooter({ isNew, saved, isUploading, cancel }: FormFooterProps) {
  const { isSubmitting } = useProductForm().formState;
  const [label, busyLabel] = isNew ? ["Create Product", "Creating..."] : ["Update Product", "Updating..."];
  return (
    <footer className={footerStyle}>
      <FormStatus saved={saved} isUploading={isUploading} />
      <Button onClick={cancel}>Cancel</Button>
      <Button type="submit" tone="brass" disabled={isSubmitting || isUploading} aria-keyshortcuts="Control+Enter">
        {isSubmitting ? busyLabel : label}
      </Button>
    </footer>
  );
}

function FormStatus({ saved, isUploading }: Pick<FormFooterProps, "saved" | "isUploading">) {
  const { control, formState } = useProductForm();
  const values = useWatch({ control }) as ProductValues;
  const faults = Object.keys(formState.errors).length;
  return (
    <p role="status" className={statusStyle} data-faults={faults > 0 || undefined}>
      {sentence(faults, isUploading, isSame(values, saved))}
    </p>
  );
}

function sentence(faults: number, isUploading: boolean, isSaved: boolean): string {
  if (faults > 0) return `${countOf(faults, "field")} to correct`;
  if (isUploading) return "Uploading…";
  return isSaved ? "" : "Unsaved changes";
}
