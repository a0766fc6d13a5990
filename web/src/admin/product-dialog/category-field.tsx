import { IconChevronLeft, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { categoriesQuery } from "../../api/products";
import { Combobox } from "../../kit/combobox";
import { FieldNote, wiring } from "../../kit/field";
import { fold, tidy } from "../../kit/fold";
import { limits, moved, without } from "./product-values";
import { useProductForm } from "./use-product-editor";

/** The categories of a product, existing and new ones. The first is the main category. */
export function CategoryField() {
  const { values, errors, change } = useProductForm();
  const { data: known, isError } = useQuery(categoriesQuery());
  const box = useRef<HTMLInputElement | null>(null);
  const [typed, setTyped] = useState("");
  const [announcement, setAnnouncement] = useState("");
  const id = useId();
  const chosen = values.categories;
  const isFull = chosen.length >= limits.categories;
  const error = errors.categories;
  const options = () => {
    if (isFull) return [];
    const { names, create } = findCategories(known?.map(({ name }) => name) ?? [], chosen, typed);
    const found = names.map((name) => ({ name, label: name }));
    return create === null ? found : [...found, { name: create, label: `Create “${create}”` }];
  };
  const choose = (option: { name: string } | undefined) => {
    if (option) change({ categories: [...chosen, option.name] });
    if (option) setAnnouncement(`${option.name} chosen, number ${chosen.length + 1}`);
    else if (typed.trim() !== "") setAnnouncement(`${typed.trim()} is already chosen`);
    setTyped("");
  };
  const remove = (at: number) => {
    change({ categories: without(chosen, at) });
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
        moveUp={(at) => change({ categories: moved(chosen, at, at - 1) })}
      />
      <Combobox
        {...wiring(id, error, true)}
        ref={box}
        name="categories"
        label="Categories"
        placeholder={isFull ? `No more than ${limits.categories}` : "Search, or type a new one"}
        readOnly={isFull}
        value={typed}
        options={options}
        choose={choose}
        onType={setTyped}
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

/** How many categories are offered at a time. */
const maxOffered = 50;

interface Found {
  /** Existing categories that contain the typed text, those that start with it first. */
  names: string[];
  /** The category that the typed text would create, or null if a matching one exists. */
  create: string | null;
}

/** Returns what to offer for the typed text, besides the chosen categories. */
export function findCategories(known: string[], chosen: string[], typed: string): Found {
  const query = fold(typed);
  const chosenKeys = new Set(chosen.map(fold));
  const open = known.map((name) => ({ name, key: fold(name) })).filter(({ key }) => !chosenKeys.has(key));
  const matching = open.filter(({ key }) => key.includes(query));
  const beginning = matching.filter(({ key }) => key.startsWith(query));
  const others = matching.filter(({ key }) => !key.startsWith(query));
  const isNew = query !== "" && !chosenKeys.has(query) && !open.some(({ key }) => key === query);
  return {
    names: [...beginning, ...others].slice(0, maxOffered).map(({ name }) => name),
    create: isNew ? [...tidy(typed)].slice(0, limits.category).join("").trim() : null,
  };
}

const button =
  "grid h-full w-11 flex-none place-items-center rounded-lg text-muted -outline-offset-2 hover:text-text md:w-8";

const mark = "flex-none ps-3 pe-2 text-[0.75rem] text-dim";

interface ChosenCategoriesProps {
  chosen: string[];
  isNew: (name: string) => boolean;
  remove: (at: number) => void;
  /** Swaps the category at this index with the one before it. */
  moveUp: (at: number) => void;
}

/** The chosen categories in their order. */
function ChosenCategories({ chosen, isNew, remove, moveUp }: ChosenCategoriesProps) {
  const list = useRef<HTMLOListElement>(null);
  const dragged = useRef<string>(undefined);
  useEffect(() => {
    // A moved element loses the focus.
    const name = dragged.current;
    dragged.current = undefined;
    if (name !== undefined) list.current?.children[chosen.indexOf(name)]?.querySelector("button")?.focus();
  }, [chosen]);
  if (chosen.length === 0) return null;
  return (
    <ol ref={list} aria-label="Chosen categories, the main one first" className="flex flex-wrap gap-2 mb-2">
      {chosen.map((name, at) => (
        <li
          key={name}
          className="flex min-h-11 min-w-0 max-w-full items-center rounded-field border border-line bg-raised-2 text-[0.875rem] md:min-h-9"
        >
          {at > 0 ? (
            <button
              type="button"
              className={button}
              data-tooltip="Move forward"
              aria-label={`Move ${name} forward`}
              onClick={() => {
                dragged.current = name;
                moveUp(at);
              }}
            >
              <IconChevronLeft size={16} aria-hidden="true" />
            </button>
          ) : (
            <span className={mark}>Main</span>
          )}
          <span className="truncate">{name}</span>
          {isNew(name) ? <span className={mark}>new</span> : null}
          <button
            type="button"
            className={button}
            data-tooltip="Remove"
            aria-label={`Remove ${name}`}
            onClick={() => remove(at)}
          >
            <IconX size={15} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ol>
  );
}
