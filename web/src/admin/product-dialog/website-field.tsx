import { parts } from "../../admin-features";
import { useDraftedProduct } from "./form-context";
import { TextField } from "./text-field";

/** The website of the tool, with a button that fills the form from it. */
export function WebsiteField() {
  const product = useDraftedProduct();
  return (
    <TextField
      name="website"
      label="Website"
      type="url"
      required
      placeholder="https://"
      action={parts.drafting ? <parts.drafting.Website {...product} /> : null}
    />
  );
}
