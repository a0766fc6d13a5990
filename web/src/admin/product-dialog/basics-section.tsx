import type { Product } from "../../api/products";
import { Choice } from "../../kit/choice";
import { CategoryField } from "./category-field";
import { Duplicates } from "./duplicates";
import { useProductForm } from "./form-context";
import { Section } from "./sections";
import { TextField } from "./text-field";
import { WebsiteField } from "./website-field";

/** The name, website, price type and categories of a tool. */
export function BasicsSection({ base }: { base: Product | undefined }) {
  const { register, formState } = useProductForm();
  return (
    <Section id="basics">
      <TextField name="name" label="Name" required />
      <WebsiteField />
      <Duplicates own={base} />
      <Choice
        legend="Type"
        options={["Free", "Freemium", "Premium"]}
        required
        error={formState.errors.type?.message}
        {...register("type")}
      />
      <CategoryField />
    </Section>
  );
}
