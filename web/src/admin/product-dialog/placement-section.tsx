import { useQuery } from "@tanstack/react-query";
import type { ChangeEvent } from "react";
import { adminProductsQuery } from "../../api/admin-products";
import type { Product } from "../../api/products";
import { TextField } from "../../kit/admin/editor";
import { Choice } from "../../kit/choice";
import { formatCount } from "../../kit/count";
import { Switch } from "../../kit/switch";
import { useProductForm } from "./form-context";
import type { ProductValues } from "./product-values";
import { Section } from "./sections";

const sectionOptions = ["Our Products", "Recommended AI Products"] as const;

/** The section, marks and promo text of a product. */
export function PlacementSection({ base }: { base: Product | undefined }) {
  const { values, errors, change, text } = useProductForm();
  const mark = (name: "isFeatured" | "hasLandingPage" | "hasDeal") => ({
    name,
    checked: values[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.currentTarget.checked }),
  });
  const { data: list } = useQuery({ ...adminProductsQuery(), enabled: false }); // only if the list is already cached
  const order = list?.find(({ id }) => id === base?.id)?.displayOrder ?? base?.displayOrder ?? 0;
  return (
    <Section id="placement">
      <Choice
        legend="Section"
        name="section"
        options={sectionOptions}
        selected={values.section}
        required
        error={errors.section}
        onChange={(event) => change({ section: event.currentTarget.value as ProductValues["section"] })}
      />
      <div className="divide-y divide-hairline">
        <Switch label="Featured" hint="Shows the Featured badge." {...mark("isFeatured")} />
        <Switch label="Landing page" hint="The card links to its page on this site." {...mark("hasLandingPage")} />
        <Switch label="Deal" hint="Shows a Deal badge on card and page." {...mark("hasDeal")} />
      </div>
      <TextField {...text("promoText")} label="Promo text" hint="Shown as a banner on its page." />
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-[0.875rem] tabular-nums">
        <span className="font-medium">Order: {formatCount(order)}</span>
        <span className="text-muted">
          {order > 0 ? "Drag it in the list to move it." : "It is listed first until you move it."}
        </span>
      </p>
    </Section>
  );
}
