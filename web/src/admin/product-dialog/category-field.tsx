import { useQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { useController } from "react-hook-form";
import { categoriesQuery } from "../../api/categories";
import { FieldNote, wiring } from "../../ui/field";
import { moved, without } from "./arranged";
import { CategoryBox } from "./category-box";
import { ChosenCategories } from "./chosen-categories";
import { useProductForm } from "./form-context";
import { limits } from "./product-rules";

/** The categories of a product: several, in an order of which the first is the main one, old ones and new ones. */
export function CategoryField() {
  const { control } = useProductForm();
  const { field, fieldState } = useController({ control, name: "categories" });
  const { data: known, isError } = useQuery(categoriesQuery());
  const box = useRef<HTMLInputElement | null>(null);
  const id = useId();
  const chosen = field.value;
  const error = fieldState.error?.message;
  const remove = (at: number) => {
    field.onChange(without(chosen, at));
    box.current?.focus();
  };
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>Categories</label>
      </div>
      <ChosenCategories
        chosen={chosen}
        isNew={(name) => known?.every((category) => category.name !== name) ?? false}
        remove={remove}
        moveUp={(at) => field.onChange(moved(chosen, at, at - 1))}
      />
      <CategoryBox
        wiring={wiring(id, error, true)}
        input={(element) => {
          box.current = element;
          field.ref(element);
        }}
        known={known?.map(({ name }) => name) ?? []}
        chosen={chosen}
        isFull={chosen.length >= limits.categories}
        choose={(name) => field.onChange([...chosen, name])}
        onBlur={field.onBlur}
      />
      <FieldNote
        id={id}
        error={error}
        hint={isError ? "Couldn't load the categories. You can still type new ones." : "The first one is the main one."}
      />
    </div>
  );
}
