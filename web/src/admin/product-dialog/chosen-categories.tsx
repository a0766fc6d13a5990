import { IconChevronLeft, IconX } from "@tabler/icons-react";
import { useEffect, useRef } from "react";

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
export function ChosenCategories({ chosen, isNew, remove, moveUp }: ChosenCategoriesProps) {
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
          className="flex h-11 min-w-0 max-w-full items-center rounded-field border border-line bg-raised-2 text-[0.875rem] md:h-9 md:min-h-9"
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
