import { useId } from "react";
import { parts } from "../../admin-features";
import { TextField } from "../../kit/admin/editor";
import { refusedRemark } from "../../kit/admin/styles";
import { useDraftedProduct, useProductForm } from "./form-context";
import { Section } from "./sections";

/** The texts of a tool, with buttons that draft them. */
export function TextSection() {
  const { text } = useProductForm();
  const product = useDraftedProduct();
  const refusal = useId();
  const { ProductText, Refusal } = parts.drafting ?? {};
  const buttons = (field: "description" | "useCases") =>
    ProductText ? <ProductText {...product} field={field} refusal={refusal} /> : null;
  return (
    <Section id="text">
      <TextField {...text("description")} label="Description" required rows={6} action={buttons("description")} />
      <TextField
        {...text("useCases")}
        label="Use cases"
        rows={5}
        hint="Line breaks are kept."
        action={buttons("useCases")}
      />
      {Refusal ? <Refusal id={refusal} className={refusedRemark} /> : null}
    </Section>
  );
}
