import { parts } from "../../admin-features";
import { TextField } from "../../kit/admin/editor";
import { useDraftedProduct, useProductForm } from "./form-context";

/** The website of the tool, with a button that fills the form from it. */
export function WebsiteField() {
  const { text } = useProductForm();
  const product = useDraftedProduct();
  return (
    <TextField
      {...text("website")}
      label="Website"
      type="url"
      required
      placeholder="https://"
      action={parts.drafting ? <parts.drafting.Website {...product} /> : null}
    />
  );
}
