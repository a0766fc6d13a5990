import { Choice } from "../../ui/choice";
import { CategoryField } from "./category-field";
import { useProductForm } from "./form-context";
import { Section } from "./sections";
import { TextField } from "./text-field";
import { WebsiteField } from "./website-field";

/** What a tool is called, where it is, what it costs and what it is for. */
export function BasicsSection() {
  const { register, formState } = useProductForm();
  return (
    <Section id="basics">
      <TextField name="name" label="Name" required />
      <WebsiteField />
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
