import "../../kit/tools/product-card.css";
import { useDebounced } from "../../kit/admin/use-debounced";
import { ProductCard } from "../../kit/tools/product-card";
import { useProductForm } from "./form-context";

/** Shown until the tool has a name. */
export const unnamed = "New tool";

/** The card as visitors will see it, not interactive. */
export function CardPreview() {
  const { values } = useProductForm();
  const logo = useDebounced(values.logo);
  const { name, type, section } = values;
  return (
    <div className="hidden md:mt-6 md:block md:border-hairline md:border-t md:pt-5" inert>
      <p className="mb-3 text-[0.8125rem] text-dim">On the home page</p>
      <ul>
        <ProductCard
          product={{
            ...values,
            id: 0,
            slug: "",
            name: name.trim() || unnamed,
            type: type || "Unknown",
            section: section || "Recommended AI Products",
            website: "",
            logo,
            isNew: false,
          }}
        />
      </ul>
    </div>
  );
}
