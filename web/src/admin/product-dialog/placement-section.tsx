import { useQuery } from "@tanstack/react-query";
import { adminProductsQuery } from "../../api/admin-products";
import type { Product } from "../../api/products";
import { Choice } from "../../kit/choice";
import { formatCount } from "../../kit/count";
import { Switch } from "../../kit/switch";
import { useProductForm } from "./form-context";
import { Section } from "./sections";
import { TextField } from "./text-field";

/** The section, marks and promo text of a product. */
export function PlacementSection({ base }: { base: Product | undefined }) {
  const { register, formState } = useProductForm();
  const { data: list } = useQuery({ ...adminProductsQuery(), enabled: false }); // only if the list is already cached
  const order = list?.find(({ id }) => id === base?.id)?.displayOrder ?? base?.displayOrder ?? 0;
  return (
    <Section id="placement">
      <Choice
        legend="Section"
        options={["Our Products", "Recommended AI Products"]}
        required
        error={formState.errors.section?.message}
        {...register("section")}
      />
      <div className="divide-y divide-hairline">
        <Switch label="Featured" hint="Shows the Featured badge." {...register("isFeatured")} />
        <Switch label="Landing page" hint="The card links to its page on this site." {...register("hasLandingPage")} />
        <Switch label="Deal" hint="Shows a Deal badge on card and page." {...register("hasDeal")} />
      </div>
      <TextField name="promoText" label="Promo text" hint="Shown as a banner on its page." />
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-[0.875rem] tabular-nums">
        <span className="font-medium">Order: {formatCount(order)}</span>
        <span className="text-muted">
          {order > 0 ? "Drag it in the list to move it." : "It is listed first until you move it."}
        </span>
      </p>
    </Section>
  );
}
