import "./combobox.css";
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";

/** One option of a combobox. Its label identifies it. */
export interface ComboboxOption {
  label: string;
  /** Explains the option in a sentence. */
  meaning?: string;
  picture?: ReactNode;
  /** The heading under which the option is listed; empty for none. */
  group?: string;
}

/** Returns tools as options; those that share a name have their slugs as well. */
export function toolOptions<Tool extends { name: string; slug: string; categories: string[] }>(tools: Tool[]) {
  const labels = new Set<string>();
  return tools.map((tool) => {
    const { name, slug, categories } = tool;
    const label = labels.has(name) ? `${name} (${slug})` : name;
    labels.add(label);
    return { label, meaning: categories.join(", "), tool };
  });
}

interface ComboboxProps<Option extends ComboboxOption> extends ComponentProps<"input"> {
  id: string;
  /** The accessible name of the list. */
  label: string;
  /** Returns the options that match the text in the box. */
  options: () => Option[];
  /** The label of the chosen option. Without it the box selects several: its list stays open after a choice. */
  chosen?: string;
  /** Called with undefined when Enter was pressed and no option matches. */
  choose: (option: Option | undefined) => void;
  onType: (text: string) => void;
  onClose?: () => void;
}

/** How many options Page Up and Page Down move by. */
const page = 8;

/**
 * A text box with a list of options below (WAI-ARIA Authoring Practices, combobox pattern). The box keeps the focus.
 * Base UI's combobox was tried: it alone takes 50 kB (gzip), more than all scripts of the home page.
 */
export function Combobox<Option extends ComboboxOption>({
  id,
  label,
  options: find,
  chosen,
  choose,
  onType,
  onClose,
  onBlur,
  ...input
}: ComboboxProps<Option>) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const options = isOpen ? find() : [];
  const isShown = options.length > 0;
  const at = Math.min(active, options.length - 1); // there may be fewer options than before
  const listId = `${id}-list`;

  const open = () => {
    if (isOpen) return;
    setOpen(true);
    const at = find().findIndex((option) => option.label === chosen);
    setActive(Math.max(at, 0));
  };
  const close = () => {
    setOpen(false);
    onClose?.();
  };
  const chooseOption = (option: Option | undefined) => {
    if (chosen === undefined) setActive(0);
    else close();
    choose(option);
  };
  const move = (to: number) => {
    open();
    if (isShown) setActive(to);
  };
  const wrap = (to: number) => move((to + options.length) % options.length);
  const clamp = (to: number) => move(Math.min(Math.max(to, 0), options.length - 1));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const act = {
      ArrowDown: () => wrap(at + 1),
      ArrowUp: () => wrap(at - 1),
      PageDown: isOpen ? () => clamp(at + page) : undefined,
      PageUp: isOpen ? () => clamp(at - page) : undefined,
      Enter: isOpen ? () => chooseOption(options[at]) : open, // never submits the form, which may be half filled in
      Escape: isOpen ? close : undefined,
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div className="combobox">
      <input
        {...input}
        id={id}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={isShown ? optionId(listId, at) : undefined}
        autoComplete="off"
        className="input"
        onClick={open}
        onChange={(event) => {
          setOpen(true);
          setActive(0);
          onType(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          onBlur?.(event);
          close();
        }}
      />
      {isShown ? (
        <OptionList
          id={listId}
          label={label}
          options={options}
          active={at}
          chosen={chosen}
          setActive={setActive}
          chooseOption={chooseOption}
        />
      ) : null}
    </div>
  );
}

interface OptionListProps<Option> {
  id: string;
  label: string;
  options: Option[];
  active: number;
  chosen: string | undefined;
  setActive: (index: number) => void;
  chooseOption: (option: Option) => void;
}

function OptionList<Option extends ComboboxOption>({ id, options, active, ...list }: OptionListProps<Option>) {
  const { label, chosen, setActive, chooseOption } = list;
  const element = useRef<HTMLDivElement>(null);
  const count = options.length;
  useEffect(() => {
    if (count > 0) element.current?.scrollIntoView({ block: "nearest" }); // a choice may have moved the list down
  }, [count]);
  useEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  const row = (option: Option, at: number) => (
    <OptionRow
      key={option.label}
      id={optionId(id, at)}
      option={option}
      isActive={at === active}
      isChosen={option.label === chosen}
      isSelected={chosen === undefined ? at === active : option.label === chosen}
      point={() => setActive(at)}
      chooseOption={() => chooseOption(option)}
    />
  );
  return (
    <div
      ref={element}
      id={id}
      role="listbox"
      aria-label={label}
      className="option-list"
      onPointerDown={(event) => event.preventDefault()}
    >
      {groupsOf(options).map(({ group, first, options }) => {
        const rows = options.map((option, index) => row(option, first + index));
        if (group === "") return rows;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a part of a list is no set of fields
          <div key={group} role="group" aria-labelledby={`${id}-group-${first}`}>
            <div id={`${id}-group-${first}`} role="presentation" className="option-group">
              {group}
            </div>
            {rows}
          </div>
        );
      })}
    </div>
  );
}

const optionId = (list: string, index: number) => `${list}-${index}`;

/** Groups the options, each group with the index of its first option. */
function groupsOf<Option extends ComboboxOption>(options: Option[]) {
  const groups: { group: string; first: number; options: Option[] }[] = [];
  for (const [index, option] of options.entries()) {
    const { group = "" } = option;
    const last = groups.at(-1);
    if (last?.group === group) last.options.push(option);
    else groups.push({ group, first: index, options: [option] });
  }
  return groups;
}

interface OptionRowProps {
  id: string;
  option: ComboboxOption;
  isActive: boolean;
  isChosen: boolean;
  isSelected: boolean;
  point: () => void;
  chooseOption: () => void;
}

function OptionRow({ id, option, isActive, isChosen, isSelected, point, chooseOption }: OptionRowProps) {
  const { label, meaning, picture } = option;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text box, which keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-describedby={meaning ? `${id}-meaning` : undefined}
      data-active={isActive ? "" : undefined}
      data-chosen={isChosen ? "" : undefined}
      className="option"
      onPointerMove={point}
      onClick={chooseOption}
    >
      {picture}
      <span className="option-name">{label}</span>
      {meaning ? (
        <span id={`${id}-meaning`} aria-hidden="true" className="option-meaning">
          {meaning}
        </span>
      ) : null}
    </div>
  );
}
