import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from "react";
import type { FieldWiring } from "../../ui/field";
import { optionRow } from "../styles";
import { findCategories } from "./category-search";
import { limits } from "./product-rules";

interface CategoryBoxProps {
  wiring: FieldWiring;
  input: Ref<HTMLInputElement>;
  known: string[];
  chosen: string[];
  /** No more can be chosen. */
  isFull: boolean;
  choose: (name: string) => void;
  onBlur: () => void;
}

/** A text box with a list below: what is typed is looked for among the categories, and can become a new one. */
export function CategoryBox({ wiring, input, known, chosen, isFull, choose, onBlur }: CategoryBoxProps) {
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [announcement, setAnnouncement] = useState("");
  const { names, create } = findCategories(known, chosen, typed);
  const options = create === null ? names : [...names, create];
  const isShown = isOpen && !isFull && options.length > 0;
  const listId = `${wiring.id}-list`;
  const at = Math.min(active, options.length - 1);

  const take = (name: string | undefined) => {
    if (name === undefined) return;
    choose(name);
    setTyped("");
    setActive(0);
    setAnnouncement(`${name} chosen, number ${chosen.length + 1}`);
  };
  /** Nothing can be made of what is typed: there is one like it among those chosen. */
  const dropTyped = () => {
    setAnnouncement(`${typed.trim()} is already chosen`);
    setTyped("");
  };
  const close = () => {
    setOpen(false);
    setActive(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault(); // of a form with this much in it, Enter here would send it off too early
      if (isShown) take(options[at]);
      else if (isOpen && typed.trim() !== "" && !isFull) dropTyped();
      else setOpen(true);
    } else if (event.key === "Escape") {
      close();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (isShown) setActive((at + step + options.length) % options.length);
    }
  };

  return (
    <div className="relative">
      <input
        {...wiring}
        ref={input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={isShown ? `${listId}-${at}` : undefined}
        autoComplete="off"
        className="input"
        placeholder={isFull ? `No more than ${limits.categories}` : "Search, or type a new one"}
        readOnly={isFull}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setActive(0);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close();
          onBlur();
        }}
      />
      <CategoryList id={listId} names={names} create={create} active={at} isShown={isShown} take={take} />
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </div>
  );
}

interface CategoryListProps {
  id: string;
  names: string[];
  create: string | null;
  active: number;
  isShown: boolean;
  take: (name: string) => void;
}

function CategoryList({ id, names, create, active, isShown, take }: CategoryListProps) {
  const list = useRef<HTMLDivElement>(null);
  const count = names.length + (create === null ? 0 : 1);
  useEffect(() => {
    if (isShown && count > 0) list.current?.scrollIntoView?.({ block: "nearest" }); // what is chosen moves it down
  }, [isShown, count]);
  useEffect(() => {
    if (isShown) list.current?.children[active]?.scrollIntoView?.({ block: "nearest" });
  }, [active, isShown]);
  const option = (name: string, at: number, label: string) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text box, which keeps the focus
    <div
      key={label}
      id={`${id}-${at}`}
      role="option"
      tabIndex={-1}
      aria-selected={at === active}
      className={optionRow}
      onClick={() => take(name)}
    >
      {label}
    </div>
  );
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Categories"
      hidden={!isShown}
      className="absolute inset-x-0 top-[calc(100%+0.25rem)] z-10 max-h-68 overflow-y-auto overscroll-contain rounded-[0.625rem] border border-line bg-raised-2 p-1 shadow-[0_1rem_2.5rem_oklch(0_0_0/0.5)]"
      onPointerDown={(event) => event.preventDefault()}
    >
      {isShown ? names.map((name, at) => option(name, at, name)) : null}
      {isShown && create !== null ? option(create, names.length, `Create “${create}”`) : null}
    </div>
  );
}
