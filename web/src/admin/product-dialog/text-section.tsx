import { useId } from "react";
import { parts } from "../../admin-features";
import { refusedRemark } from "../../kit/admin/styles";
import { useDraftedProduct } from "./form-context";
import { Section } from "./sections";
import { TextField } from "./text-field";

/** The texts of a tool, with buttons that draft them. */
export function TextSection() {
  const product = useDraftedProduct();
  const refusal = useId();
  const { ProductText, Refusal } = parts.drafting ?? {};
  const buttons = (field: "description" | "useCases") =>
    ProductText ? <ProductText {...product} field={field} refusal={refusal} /> : null;
  return (
    <Section id="text">
      <TextField name="description" label="Description" required rows={6} action={buttons("description")} />
      <TextField name="useCases" label="Use cases" rows={5} hint="Line breaks are kept." action={buttons("useCases")} />
      {Refusal ? <Refusal id={refusal} className={refusedRemark} /> : null}
    </Section>
  );
}
