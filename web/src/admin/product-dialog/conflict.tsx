import { useEffect, useRef, useState } from "react";
import { shownTime } from "../../kit/admin/days";
import { choiceCard } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { countOf } from "../../kit/count";
import { ProductLogo } from "../../kit/tools/product-logo";
import { type Compared, isDataImage, labels, type ProductValues } from "./product-values";
import { footerStyle, statusStyle, titleStyle } from "./sections";
import { type Difference, differenceOf, differences, firstChoice, merged, type Side } from "./versions";

interface ConflictProps {
  /** `base` is what both edits started from, `mine` the form's values, `theirs` the values saved since. */
  base: ProductValues;
  mine: ProductValues;
  theirs: ProductValues;
  /** Returns to the form with these values. */
  edit: (values: ProductValues) => void;
  save: (values: ProductValues) => void;
}

/** Two conflicting edits of a product side by side. The user chooses a version for each field. */
export function Conflict({ base, mine, theirs, edit, save }: ConflictProps) {
  const [list] = useState(() => differences(base, mine, theirs));
  const [choice, setChoice] = useState(() => firstChoice(list));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const all = (side: Side) => setChoice(Object.fromEntries(list.map(({ name }) => [name, side])));
  const chosen = merged(mine, theirs, choice);
  return (
    <section aria-labelledby="conflict-title" className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)_auto]">
      <div className="overflow-y-auto px-4 pt-11 pb-6 overscroll-contain md:px-7 md:pt-5 md:pb-6">
        <h3 id="conflict-title" ref={heading} tabIndex={-1} className={titleStyle}>
          Someone else changed this product
        </h3>
        <p className="mt-2 text-sm text-muted">
          {list.length === 0
            ? "Their version now matches yours. Save again to continue."
            : `${countOf(list.length, "field")} ${list.length === 1 ? "differs" : "differ"}. Choose what to keep; nothing is saved until you do.`}
        </p>
        {list.length > 1 ? (
          <div className="mt-4 flex flex-wrap gap-2">
            <Button size="small" onClick={() => all("mine")}>
              Keep all of mine
            </Button>
            <Button size="small" onClick={() => all("theirs")}>
              Take all of theirs
            </Button>
          </div>
        ) : null}
        {list.map((difference) => (
          <Versions
            key={difference.name}
            difference={difference}
            mine={mine}
            theirs={theirs}
            chosen={choice[difference.name] ?? "mine"}
            choose={(side) => setChoice({ ...choice, [difference.name]: side })}
          />
        ))}
      </div>
      <footer className={footerStyle}>
        <p className={statusStyle} />
        <Button onClick={() => edit(chosen)}>Back to the form</Button>
        <Button tone="brass" onClick={() => save(chosen)}>
          Save my choices
        </Button>
      </footer>
    </section>
  );
}

const changes = { mine: "Changed by you", theirs: "Changed by them", both: "Changed by both" };

interface VersionsProps {
  difference: Difference;
  mine: ProductValues;
  theirs: ProductValues;
  chosen: Side;
  choose: (side: Side) => void;
}

/** One field in both versions. */
function Versions({ difference: { name, changedBy }, mine, theirs, chosen, choose }: VersionsProps) {
  const version = (side: Side, label: string, own: ProductValues, other: ProductValues) => (
    <label className={`${choiceCard} block`}>
      <span className="flex items-center gap-2 text-muted text-[0.8125rem] font-medium">
        <input
          type="radio"
          className="size-4 accent-text outline-none"
          name={`version-of-${name}`}
          checked={chosen === side}
          onChange={() => choose(side)}
        />
        {label}
      </span>
      <Value name={name} own={own} other={other} />
    </label>
  );
  return (
    <fieldset className="grid gap-2 min-w-0 mt-6 md:grid-cols-2 md:gap-3">
      <legend className="mb-2 font-[550] text-[0.875rem] md:col-span-full">
        {labels[name]} <span className="ml-2 text-dim text-[0.75rem] font-normal">{changes[changedBy]}</span>
      </legend>
      {version("mine", "Yours", mine, theirs)}
      {version("theirs", "Theirs, saved", theirs, mine)}
    </fieldset>
  );
}

/** A field's value, with the differences from the other version marked. */
function Value({ name, own, other }: { name: Compared; own: ProductValues; other: ProductValues }) {
  const { before, marked, after } = differenceOf(textOf(name, own), textOf(name, other));
  return (
    <span className="grid overflow-y-auto gap-3 max-h-56 mt-2 text-[0.875rem] leading-5.5 wrap-anywhere whitespace-pre-wrap">
      {name === "logo" && own.logo !== "" ? <ProductLogo product={own} size="card" lazy={false} /> : null}
      <span>
        {before}
        {marked === "" ? null : <mark className="rounded-[0.1875rem] bg-premium/26 text-text">{marked}</mark>}
        {after}
        {before + marked + after === "" ? <span className="text-dim">Empty</span> : null}
      </span>
    </span>
  );
}

function textOf(name: Compared, values: ProductValues): string {
  const value = values[name];
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.join(name === "categories" ? ", " : "\n");
  return isDataImage(value) ? "An image stored in the product" : shownTime(value.trim());
}
