import { type FormEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { filterWords, maxSearch } from "../../filters";
import { filtersInUse, useVisit } from "../../visit";
import { useSearchAsYouType } from "./search-as-you-type";

/** The search of the whole catalogue. Without scripts it is a form that opens home with the text. */
export function SearchBox() {
  const filters = filtersInUse(useVisit());
  const { text, report, settle, leave } = useSearchAsYouType(filters);
  const field = useRef<HTMLInputElement>(null);
  useSlashKey(field);
  useTextFromBeforeHydration(field, text, report);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (text === "") event.currentTarget.blur();
    else report("");
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    settle();
  };
  const { search: _, cursor: __, section: ___, ...otherFilters } = filterWords(filters);
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers know <search> for three years only
    <form
      role="search"
      action="/"
      className="search-box ml-auto min-w-0 shrink-0 grow basis-[min(10rem,45vw)] lg:w-full lg:max-w-sm"
      onSubmit={onSubmit}
    >
      <input
        ref={field}
        type="search"
        name="search"
        value={text}
        onChange={(event) => report(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={leave}
        maxLength={maxSearch}
        placeholder="Search AI tools..."
        aria-label="Search AI tools"
        aria-keyshortcuts="/"
        autoComplete="off"
        enterKeyHint="search"
      />
      <span aria-hidden="true" className="key-hint">
        /
      </span>
      {Object.entries(otherFilters).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
    </form>
  );
}

/** Focuses the search on the slash key, unless the user is typing somewhere. */
function useSlashKey(field: { current: HTMLInputElement | null }) {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [field]);
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Applies text that was typed before hydration. */
function useTextFromBeforeHydration(
  field: { current: HTMLInputElement | null },
  text: string,
  report: (text: string) => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts take over
  useEffect(() => {
    const typed = field.current?.value ?? "";
    if (typed !== text && document.activeElement === field.current) report(typed);
  }, []);
}
