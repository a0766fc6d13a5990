import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { useController } from "react-hook-form";
import { categoriesQuery } from "../../api/products";
import { Combobox } from "../../kit/combobox";
import { FieldNote, wiring } from "../../kit/field";
import { moved, without } from "./arranged";
import { findCategories } from "./category-search";
import { ChosenCategories } from "./chosen-categories";
import { useProductForm } from "./form-context";
import { limits } from "./product-rules";

/** The categories of a product, existing and new ones. The first is the main category. */
export function CategoryField() {
  const { control } = useProductForm();
  const { field, fieldState } = useController({ control, name: "categories" });
  const { data: known, isError } = useQuery(categoriesQuery());
  const box = useRef<HTMLInputElement | null>(null);
  const [typed, setTyped] = useState("");
  const [announcement, setAnnouncement] = useState("");
  const id = useId();
  const chosen = field.value;
  const isFull = chosen.length >= limits.categories;
  const error = fieldState.error?.message;
  const options = () => {
    if (isFull) return [];
    const { names, create } = findCategories(known?.map(({ name }) => name) ?? [], chosen, typed);
    const found = names.map((name) => ({ name, label: name }));
    return create === null ? found : [...found, { name: create, label: `Create “${create}”` }];
  };
  const choose = (option: { name: string } | undefined) => {
    if (option) field.onChange([...chosen, option.name]);
    if (option) setAnnouncement(`${option.name} chosen, number ${chosen.length + 1}`);
    else if (typed.trim() !== "") setAnnouncement(`${typed.trim()} is already chosen`);
    setTyped("");
  };
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
      <Combobox
        {...wiring(id, error, true)}
        ref={(element) => {
          box.current = element;
          field.ref(element);
        }}
        label="Categories"
        placeholder={isFull ? `No more than ${limits.categories}` : "Search, or type a new one"}
        readOnly={isFull}
        value={typed}
        options={options}
        choose={choose}
        onType={setTyped}
        onBlur={field.onBlur}
      />
      <span role="status" className="sr-only">
        {announcement}
      </span>
      <FieldNote
        id={id}
        error={error}
        hint={isError ? "Couldn't load the categories. You can still type new ones." : "The first one is the main one."}
      />
    </div>
  );
}
