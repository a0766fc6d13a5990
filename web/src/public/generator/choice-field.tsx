import { memo, useEffect, useRef, useState } from "react";
import { Combobox } from "../../kit/combobox";
import { idOf, type SetField } from "./field-wiring";
import { type ChoiceField as ChoiceList, choiceAt, type FieldPath } from "./fields";
import { findOptions, none, type Offer } from "./find-options";
import { custom, optionsOf } from "./options/option";
import { TextField } from "./text-field";

interface ChoiceFieldProps {
  path: FieldPath;
  label: string;
  /** The chosen option; empty for none. */
  value: string;
  /** The text of the field next to Custom. */
  customText?: string;
  set: SetField;
  /** The card's title already contains the label. */
  noLabel?: boolean;
}

/** A combobox for one of the field's options, and a text field for custom text if Custom is chosen. */
export const ChoiceField = memo(function ChoiceField({
  path,
  label,
  value,
  customText = "",
  set,
  noLabel,
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
    if (customPath && offer.customText !== undefined) set(customPath, offer.customText);
    focusNext.current = offer.value === custom && offer.customText === undefined;
  };
  /**
   * On blur, an empty box clears the choice and an option's full name chooses it; other text is kept as custom text if
   * the list has Custom.
   */
  const leave = () => {
    if (typed === null) return;
    const offers = options();
    const isName = offers[0]?.label.toLowerCase() === typed.trim().toLowerCase();
    choose(typed.trim() === "" || isName ? offers[0] : offers.find(({ customText }) => customText !== undefined));
  };
  useEffect(() => {
    if (value === custom && focusNext.current && customPath) document.getElementById(idOf(customPath))?.focus();
    focusNext.current = false;
  }, [value, customPath]);
  return (
    <>
      <div className="field choice-field">
        <div className={noLabel ? "sr-only" : "field-head"}>
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
        <TextField
          path={customPath}
          label={`Custom ${label}`}
          placeholder="Your own text"
          value={customText}
          set={set}
        />
      ) : null}
    </>
  );
});

/** Explains the chosen option; without one, tells how many options there are. */
function noteOn({ groups, customPath }: ChoiceList, value: string): string {
  const options = optionsOf(groups);
  const own = customPath ? ", or type your own" : "";
  if (value === custom) return "Your own text.";
  return options.find((option) => option.value === value)?.meaning ?? `${options.length} presets${own}`;
}
