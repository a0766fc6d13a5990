import { memo, useEffect, useRef, useState } from "react";
import { Combobox, type ComboboxOption } from "../../kit/combobox";
import {
  type ChoiceField as ChoiceList,
  choiceAt,
  custom,
  type FieldPath,
  idOf,
  type Option,
  optionsOf,
  type SetField,
} from "./fields";

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
function noteOn(field: ChoiceList, value: string): string {
  const options = optionsOf(field);
  const own = field.customPath ? ", or type your own" : "";
  if (value === custom) return "Your own text.";
  return options.find((option) => option.value === value)?.meaning ?? `${options.length} presets${own}`;
}

interface TextFieldProps {
  path: FieldPath;
  label: string;
  placeholder: string;
  value: string;
  set: SetField;
  /** Usually more than one line. */
  long?: boolean;
  /** The card's title already contains the label. */
  noLabel?: boolean;
}

/** A field for free text. */
export const TextField = memo(function TextField({
  path,
  label,
  placeholder,
  value,
  set,
  long,
  noLabel,
}: TextFieldProps) {
  const Box = long ? "textarea" : "input";
  const id = idOf(path);
  return (
    <div className={long ? "field col-span-full" : "field"}>
      <div className={noLabel ? "sr-only" : "field-head"}>
        <label htmlFor={id}>{label}</label>
      </div>
      <Box
        id={id}
        name={path}
        className="input"
        placeholder={placeholder}
        autoComplete="off"
        value={value}
        onChange={(event) => set(path, event.currentTarget.value)}
      />
    </div>
  );
});

/** An entry of a field's list: an option, no option, or custom text. */
interface Offer extends ComboboxOption {
  /** The option to choose; empty for none. */
  value: string;
  /** The text for the field next to Custom, if it was typed into the list. */
  customText?: string;
  meaning: string;
}

/** The entry that clears the choice. */
const none: Offer = { value: "", label: "None", meaning: "Leaves this out of the JSON.", group: "" };
const customOption: Offer = { value: custom, label: custom, meaning: "Your own text.", group: "" };

/** Returns the list's entries for the typed text; all of them, in their groups, for an empty text. */
export function findOptions({ groups, customPath }: ChoiceList, typed: string): Offer[] {
  const query = fold(typed);
  const options = groups.flatMap(({ name, options }) => options.map((option) => offerOf(option, name)));
  const all = [none, ...options, ...(customPath ? [customOption] : [])];
  if (query === "") return all;
  const found = all
    .map((offer) => ({ offer: { ...offer, group: "" }, rank: rankOf(offer, query) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((a, b) => a.rank - b.rank)
    .map(({ offer }) => offer);
  const isExact = found[0] !== undefined && fold(found[0].label) === query;
  return customPath && !isExact ? [...found, typedAs(typed)] : found;
}

const offerOf = ({ value, meaning }: Option, group: string): Offer => ({ value, label: value, meaning, group });

const typedAs = (typed: string): Offer => ({
  ...customOption,
  customText: typed.trim(),
  label: `${custom}: “${typed.trim()}”`,
});

const noMatch = 4;

/** Ranks how well an entry matches: its whole name, its start, the start of a word, or only its meaning. */
function rankOf({ label, meaning }: Offer, query: string): number {
  const name = fold(label);
  if (name === query) return 0;
  if (name.startsWith(query)) return 1;
  if (name.includes(query)) return 2;
  return fold(meaning).includes(query) ? 3 : noMatch;
}

/** Removes case, accents and hyphens for comparison. */
const fold = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f'’.]/g, "")
    .replace(/[-\s]+/g, " ")
    .trim()
    .toLowerCase();
