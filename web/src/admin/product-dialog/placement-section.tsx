import type { Product } from "../../api/products";
import { Choice } from "../../ui/choice";
import { Switch } from "../../ui/switch";
import { useProductForm } from "./form-context";
import { Section } from "./sections";
import { TextField } from "./text-field";

/** Where a product stands, and what stands out about it. */
export function PlacementSection({ base }: { base: Product | undefined }) {
  const { register, formState } = useProductForm();
  return (
    <Section id="placement">
      <Choice
        legend="Section"
        options={["Our Products", "Recommended AI Products"]}
        required
        error={formState.errors.section?.message}
        {...register("section")}
      />
      <div className="switches">
        <Switch label="Featured" hint="Its card has the brass badge." {...register("isFeatured")} />
        <Switch label="Landing page" hint="The card links to its page on this site." {...register("hasLandingPage")} />
        <Switch label="Deal" hint="Its card and page say that there is a deal." {...register("hasDeal")} />
      </div>
      <TextField name="promoText" label="Promo text" hint="A banner on its page." />
      <p className="display-order">
        <span className="font-medium">Order: {base?.displayOrder ?? 0}</span>
        <span className="text-muted">
          {base?.displayOrder
            ? "Drag it in the list to place it elsewhere."
            : "It stands first until it is placed in the list."}
        </span>
      </p>
    </Section>
  );
}
