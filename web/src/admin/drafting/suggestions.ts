import type { Suggestion } from "../../api/drafting";
import type { DraftedProduct } from "../../kit/admin/parts";
import { limits } from "../product-dialog/product-rules";

/** A value found on a website for one field. */
export interface Suggested {
  label: string;
  /** The suggested and the current value; lists as one line. */
  shown: string;
  present: string;
  /** The change to the form's values. */
  change: Partial<DraftedProduct>;
  isImage?: true;
}

/** Returns the suggestions that would change the form. */
export function suggestedFor(
  { name, description, image, icon, categories }: Suggestion,
  form: DraftedProduct,
): Suggested[] {
  const added = categories.filter((category) => !form.categories.includes(category));
  const together = [...form.categories, ...added].slice(0, limits.categories);
  const logo = icon || image;
  const images = form.images.filter((address) => address !== "");
  const list: (Suggested | false)[] = [
    name !== form.name.trim() && { label: "Name", shown: name, present: form.name.trim(), change: { name } },
    description !== form.description.trim() && {
      label: "Description",
      shown: description,
      present: form.description.trim(),
      change: { description },
    },
    added.length > 0 && {
      label: "Categories",
      shown: together.join(", "),
      present: form.categories.join(", "),
      change: { categories: together },
    },
    logo !== form.logo && {
      label: "Logo",
      shown: logo,
      present: form.logo,
      change: { logo, logoColor: "" },
      isImage: true,
    },
    icon !== "" &&
      !images.includes(image) &&
      images.length < limits.images && {
        label: "Screenshot",
        shown: image,
        present: "",
        change: { images: [...images, image] },
        isImage: true,
      },
  ];
  return list.filter((one): one is Suggested => one !== false && one.shown !== "");
}
