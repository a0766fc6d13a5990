import { IconX } from "@tabler/icons-react";
import { type PointerEvent, useEffect, useRef } from "react";
import { categoryPath, homeAddress, noFilters, queryBesideCategory } from "../../filters";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { languageOf } from "../../kit/language";
import { useSite } from "../../site";
import { type FilterBarProps, PriceLinks, SortLinks } from "./filter-bar";

interface FilterSheetProps extends FilterBarProps {
  onClose: () => void;
}

/** The filters on a phone, in a sheet from below. The list behind it changes with each choice; the sheet stays. */
export function FilterSheet({ filters, facets, onClose }: FilterSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  const { pricing, search } = filters;
  const count = facets.pricing.find(({ value }) => value === pricing)?.count ?? facets.allPricing;
  const clear = homeAddress(noFilters, { search });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it; a click outside is one on the dialog itself
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby="sheet-title"
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <div className="sheet-head" {...swipeDown(close)}>
        <h2 id="sheet-title">Filter and sort</h2>
        {homeAddress(filters) === clear ? null : (
          <a href={clear} className="sheet-clear">
            Clear
          </a>
        )}
        <button type="button" aria-label="Close" className="sheet-close" onClick={close}>
          <IconX size={20} aria-hidden="true" />
        </button>
      </div>
      <div className="sheet-body">
        <h3>Price</h3>
        <div className="sheet-chips">
          <PriceLinks filters={filters} facets={facets} className="chip" />
        </div>
        <h3>Sort</h3>
        <div className="sheet-sort">
          <SortLinks filters={filters} />
        </div>
        {filters.tag === "" || filters.category !== "all" ? <Categories filters={filters} facets={facets} /> : null}
      </div>
      <div className="sheet-foot">
        <Button tone="brass" size="large" className="w-full" onClick={close}>
          Show {countOf(count, "tool")}
        </Button>
      </div>
    </dialog>
  );
}

/** The categories under the heads that the menu has, with the number of matches. */
function Categories({ filters, facets }: FilterBarProps) {
  const { categories, groups } = useSite() ?? { categories: [], groups: [] };
  const query = queryBesideCategory(filters);
  const groupOf = new Map(categories.map(({ slug, group }) => [slug, group]));
  const link = (slug: string, name: string, count: number) => (
    <a
      key={slug}
      {...languageOf(name)}
      href={categoryPath(slug) + query}
      className="sheet-link"
      aria-current={slug === filters.category ? "true" : undefined}
    >
      {name} <span className="menu-count">{formatCount(count)}</span>
    </a>
  );
  return (
    <>
      <h3>Category</h3>
      {link("all", "All", facets.allCategories)}
      {groups.map((group) => {
        const inGroup = facets.categories.filter(({ slug }) => groupOf.get(slug) === group);
        return inGroup.length === 0 ? null : (
          <div key={group}>
            {groups.length > 1 ? <h4>{group}</h4> : null}
            {inGroup.map(({ slug, name, count }) => link(slug, name, count))}
          </div>
        );
      })}
    </>
  );
}

/** How far down a swipe closes the sheet, in pixels. */
const farEnough = 80;

/** Moves the sheet with a finger that pulls its head down, and closes it when that went far enough. */
function swipeDown(close: () => void) {
  let from = 0;
  const sheetOf = ({ currentTarget }: PointerEvent<HTMLElement>) => currentTarget.parentElement as HTMLElement;
  const end = (event: PointerEvent<HTMLElement>) => {
    sheetOf(event).style.translate = "";
    if (from > 0 && event.type === "pointerup" && event.clientY - from > farEnough) close();
    from = 0;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if ((event.target as Element).closest("a, button")) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from = event.clientY;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (from > 0) sheetOf(event).style.translate = `0 ${Math.max(0, event.clientY - from)}px`;
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
