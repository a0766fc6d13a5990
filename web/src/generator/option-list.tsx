import { useEffect, useRef } from "react";
import type { Offer } from "./find-options";

interface OptionListProps {
  id: string;
  label: string;
  offers: Offer[];
  active: number;
  chosen: string;
  setActive: (index: number) => void;
  take: (offer: Offer) => void;
}

/** What can be chosen, each with what it means, in the parts of its list. The text box above it has the focus. */
export function OptionList({ id, label, offers, active, chosen, setActive, take }: OptionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.scrollIntoView({ block: "nearest" });
  }, []);
  useEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      className="option-list"
      onPointerDown={(event) => event.preventDefault()}
    >
      {partsOf(offers).map(({ group, first, offers }) => {
        const options = offers.map((offer, at) => (
          <OptionRow
            key={offer.label}
            id={optionId(id, first + at)}
            offer={offer}
            isActive={first + at === active}
            isChosen={offer.value === chosen && !offer.ownWords}
            point={() => setActive(first + at)}
            take={() => take(offer)}
          />
        ));
        if (group === "") return options;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a part of a list is no set of fields
          <div key={group} role="group" aria-labelledby={`${id}-part-${first}`}>
            <div id={`${id}-part-${first}`} role="presentation" className="option-part">
              {group}
            </div>
            {options}
          </div>
        );
      })}
    </div>
  );
}

export const optionId = (list: string, index: number) => `${list}-${index}`;

/** The offers in their parts, each with the number of its first. */
function partsOf(offers: Offer[]) {
  const parts: { group: string; first: number; offers: Offer[] }[] = [];
  for (const [index, offer] of offers.entries()) {
    const last = parts.at(-1);
    if (last?.group === offer.group) last.offers.push(offer);
    else parts.push({ group: offer.group, first: index, offers: [offer] });
  }
  return parts;
}

interface OptionRowProps {
  id: string;
  offer: Offer;
  isActive: boolean;
  isChosen: boolean;
  point: () => void;
  take: () => void;
}

function OptionRow({ id, offer, isActive, isChosen, point, take }: OptionRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text box, which keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-describedby={`${id}-meaning`}
      data-active={isActive ? "" : undefined}
      className="option"
      onPointerMove={isActive ? undefined : point}
      onClick={take}
    >
      <span className="option-name">{offer.label}</span>
      <span id={`${id}-meaning`} aria-hidden="true" className="option-meaning">
        {offer.meaning}
      </span>
    </div>
  );
}
