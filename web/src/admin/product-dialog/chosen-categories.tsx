import { IconChevronLeft, IconX } from "@tabler/icons-react";
import { useEffect, useRef } from "react";

interface ChosenCategoriesProps {
  chosen: string[];
  isNew: (name: string) => boolean;
  remove: (at: number) => void;
  /** Puts the one at this place before the one in front of it. */
  moveUp: (at: number) => void;
}

/** The categories chosen so far, in their order. */
export function ChosenCategories({ chosen, isNew, remove, moveUp }: ChosenCategoriesProps) {
  const list = useRef<HTMLOListElement>(null);
  const dragged = useRef<string>(undefined);
  useEffect(() => {
    // The browser takes the focus off what is moved in the page.
    const name = dragged.current;
    dragged.current = undefined;
    if (name !== undefined) list.current?.children[chosen.indexOf(name)]?.querySelector("button")?.focus();
  }, [chosen]);
  if (chosen.length === 0) return null;
  return (
    <ol ref={list} aria-label="Chosen categories, the main one first" className="chosen-categories">
      {chosen.map((name, at) => (
        <li key={name}>
          {at > 0 ? (
            <button
              type="button"
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
            <span className="chosen-mark">Main</span>
          )}
          <span className="truncate">{name}</span>
          {isNew(name) ? <span className="chosen-mark">new</span> : null}
          <button type="button" data-tooltip="Remove" aria-label={`Remove ${name}`} onClick={() => remove(at)}>
            <IconX size={15} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ol>
  );
}
