import { memo, useEffect, useRef, useState } from "react";
import { Combobox } from "../ui/combobox";
import { idOf, type SetField } from "./field-wiring";
import { type ChoiceField as ChoiceList, choiceAt, type FieldPath } from "./fields";
import { findOptions, none, type Offer } from "./find-options";
import { custom, optionsOf } from "./options/option";
import { TextField } from "./text-field";

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
  const [typed, setTyped] = useState<string | null>(null);
  const focusNext = useRef(false);
  const options = () => findOptions(field, typed ?? "");
  const choose = (offer: Offer | undefined) => {
    if (!offer) return;
    set(path, offer.value);
    if (customPath && offer.ownWords !== undefined) set(customPath, offer.ownWords);
    focusNext.current = offer.value === custom && offer.ownWords === undefined;
  };
  /** An emptied box chooses none, a whole name its option; other text is kept as own words where the list has Custom. */
  const leave = () => {
    if (typed === null) return;
    const offers = options();
    const isName = offers[0]?.label.toLowerCase() === typed.trim().toLowerCase();
    choose(typed.trim() === "" || isName ? offers[0] : offers.find(({ ownWords }) => ownWords !== undefined));
  };
  useEffect(() => {
    if (value === custom && focusNext.current && customPath) document.getElementById(idOf(customPath))?.focus();
    focusNext.current = false;
  }, [value, customPath]);
  return (
    <>
      <div className="field choice-field">
        <div className={lone ? "sr-only" : "field-head"}>
          <label htmlFor={id}>{label}</label>
        </div>
        <Combobox
          id={id}
          name={path}
          label={label}
          aria-describedby={`${id}-note`}
          spellCheck={false}
          placeholder={`Select ${label.toLowerCase()}`}
          value={typed ?? value}
          options={options}
          chosen={value || none.label}
          choose={choose}
          onType={setTyped}
          onClose={() => setTyped(null)}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={leave}
        />
        <p id={`${id}-note`} className="field-note">
          {typed !== null && options().length === 0 ? "No matching preset." : noteOn(field, value)}
        </p>
      </div>
      {customPath && value === custom ? (
        <TextField path={customPath} label={`Custom ${label}`} placeholder="Your own text" value={ownWords} set={set} />
      ) : null}
    </>
  );
});

/** What the chosen option means; while none is, how much there is to choose from. */
function noteOn({ groups, customPath }: ChoiceList, value: string): string {
  const options = optionsOf(groups);
  const own = customPath ? ", or type your own" : "";
  if (value === custom) return "Your own text.";
  return options.find((option) => option.value === value)?.meaning ?? `${options.length} presets${own}`;
}
