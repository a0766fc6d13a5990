import { type KeyboardEvent, useState } from "react";
import { checkStyle } from "../../kit/admin/check";
import { optionRow } from "../../kit/admin/styles";
import { fold } from "../../kit/fold";

interface CategoryChoiceProps {
  names: string[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
  /** Whether a new category can be created. */
  mayCreate: boolean;
}

/** The maximum length of a category's name, in characters. */
const maxNameLength = 50;

/** A searchable list of categories with checkboxes. */
export function CategoryChoice({ names, chosen, onChange, mayCreate }: CategoryChoiceProps) {
  const [text, setText] = useState("");
  const typed = text.trim();
  const all = [...chosen.filter((name) => !names.includes(name)), ...names];
  const found = all.filter((name) => fold(name).includes(fold(typed)));
  const isNew = mayCreate && typed !== "" && !all.some((name) => fold(name) === fold(typed));
  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  const create = () => {
    toggle(typed);
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // only the button submits the form, not Enter in a half-typed name
    if (isNew) create();
    else if (found.length === 1 && found[0]) toggle(found[0]);
  };
  return (
    <div className="mt-3">
      <input
        type="search"
        className="input"
        aria-label="Search categories"
        placeholder={mayCreate ? "Search or create categories..." : "Search categories..."}
        value={text}
        maxLength={maxNameLength}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll */}
      <div
        role="group"
        aria-label="Categories"
        className="overflow-y-auto h-56 mt-2 border border-line rounded-lg overscroll-contain"
      >
        {isNew ? (
          <button
            type="button"
            className="flex min-h-11 w-full items-center px-3 text-left text-[0.875rem] wrap-anywhere hover:bg-raised-2 md:min-h-9"
            onClick={create}
          >
            Create “{typed}”
          </button>
        ) : null}
        {found.map((name) => (
          <label key={name} className={`${optionRow} w-full gap-3`}>
            <input
              type="checkbox"
              className={checkStyle}
              checked={chosen.includes(name)}
              onChange={() => toggle(name)}
            />
            {name}
          </label>
        ))}
        {found.length === 0 && !isNew ? (
          <p className="flex min-h-11 items-center px-3 text-[0.875rem] text-muted md:min-h-9">
            No matching categories.
          </p>
        ) : null}
      </div>
    </div>
  );
}
