import "../../kit/tools/product-card.css";
import { useWatch } from "react-hook-form";
import { useDebounced } from "../../kit/admin/use-debounced";
import { ProductCard } from "../../kit/tools/product-card";
import { useProductForm } from "./form-context";

/** Shown until the tool has a name. */
export const unnamed = "New tool";

/** The card as visitors will see it, not interactive. */
export function CardPreview() {
  const { control } = useProductForm();
  const values = useWatch({ control });
  const logo = useDebounced(values.logo ?? "");
  const { name, description, type, categories = [], section, isFeatured, hasLandingPage, hasDeal } = values;
  return (
    <div className="hidden md:mt-6 md:block md:border-hairline md:border-t md:pt-5" inert>
      <p className="mb-3 text-[0.8125rem] text-dim">On the home page</p>
      <ul>
        <ProductCard
          product={{
            id: 0,
            slug: "",
            name: name?.trim() || unnamed,
            description: description ?? "",
            categories: categories.filter((category) => category !== undefined),
            type: type || "Unknown",
            section: section || "Recommended AI Products",
            website: "",
            logo,
            logoColor: values.logoColor ?? "",
            isFeatured: isFeatured ?? false,
            hasLandingPage: hasLandingPage ?? false,
            hasDeal: hasDeal ?? false,
            isNew: false,
          }}
        />
      </ul>
    </div>
  );
}
