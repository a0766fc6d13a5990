import { memo, useEffect, useRef } from "react";
import { idOf, type SetField } from "./field-wiring";
import { type ChoiceField as ChoiceList, choiceAt, type FieldPath } from "./fields";
import type { Offer } from "./find-options";
import { OptionList, optionId } from "./option-list";
import { custom, optionsOf } from "./options/option";
import { TextField } from "./text-field";
import { useOptionList } from "./use-option-list";

interface ChoiceFieldProps {
  path: FieldPath;
  label: string;
  /** What is chosen; empty for nothing. */
  value: string;
  /** What stands in the field beside Custom. */
  ownWords?: string;
  set: SetField;
  /** The card's title says the label already. */
  lone?: boolean;
}

/** A value chosen from a list that is searched by typing, and a field for one's own words where Custom is chosen. */
export const ChoiceField = memo(function ChoiceField({
  path,
  label,
  value,
  ownWords = "",
  set,
  lone,
}: ChoiceFieldProps) {
  const field = choiceAt(path);
  if (!field) throw new Error(`${path} has no list`);
  const id = idOf(path);
  const { customPath } = field;
  const focusNext = useRef(false);
  const choose = ({ value, ownWords }: Offer) => {
    set(path, value);
    if (customPath && ownWords !== undefined) set(customPath, ownWords);
    focusNext.current = value === custom && ownWords === undefined;
  };
  useEffect(() => {
    if (value === custom && focusNext.current && customPath) document.getElementById(idOf(customPath))?.focus();
    focusNext.current = false;
  }, [value, customPath]);
  return (
    <>
      <Combobox id={id} label={label} path={path} value={value} choose={choose} lone={lone} />
      {customPath && value === custom ? (
        <TextField path={customPath} label={`Custom ${label}`} placeholder="Your own text" value={ownWords} set={set} />
      ) : null}
    </>
  );
});

interface ComboboxProps {
  id: string;
  label: string;
  path: FieldPath;
  value: string;
  choose: (offer: Offer) => void;
  lone: boolean | undefined;
}

function Combobox({ id, label, path, value, choose, lone }: ComboboxProps) {
  const field = choiceAt(path) ?? { path, groups: [] };
  const list = useOptionList(field, value, choose);
  const listId = `${id}-list`;
  return (
    <div className="field choice-field" data-lone={lone}>
      <div className={lone ? "sr-only" : "field-head"}>
        <label htmlFor={id}>{label}</label>
      </div>
      <input
        id={id}
        name={path}
        role="combobox"
        aria-expanded={list.isOpen}
        aria-controls={list.isOpen ? listId : undefined}
        aria-activedescendant={list.isOpen && list.active >= 0 ? optionId(listId, list.active) : undefined}
        aria-autocomplete="list"
        aria-describedby={`${id}-note`}
        autoComplete="off"
        spellCheck={false}
        placeholder={`Select ${label.toLowerCase()}`}
        className="input"
        value={list.text}
        onClick={list.open}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => list.type(event.currentTarget.value)}
        onBlur={list.leave}
        onKeyDown={list.onKeyDown}
      />
      {list.isOpen && list.offers.length > 0 ? (
        <OptionList
          id={listId}
          label={label}
          offers={list.offers}
          active={list.active}
          chosen={value}
          setActive={list.setActive}
          take={list.take}
        />
      ) : null}
      <p id={`${id}-note`} className="field-note">
        {list.isOpen && list.offers.length === 0 ? "No matching preset." : noteOn(field, value)}
      </p>
    </div>
  );
}

/** What the chosen option means; while none is, how much there is to choose from. */
function noteOn({ groups, customPath }: Pick<ChoiceList, "groups" | "customPath">, value: string): string {
  const options = optionsOf(groups);
  const own = customPath ? ", or type your own" : "";
  if (value === custom) return "Your own text.";
  return options.find((option) => option.value === value)?.meaning ?? `${options.length} presets${own}`;
}
