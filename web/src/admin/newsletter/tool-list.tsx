import { IconX } from "@tabler/icons-react";
import { type ComponentProps, useLayoutEffect, useRef, useState } from "react";
import type { DraftItem, ProductCard } from "../../api/schema.gen";
import { IconButton } from "../../kit/admin/buttons";
import { Select } from "../../kit/admin/editor";
import { ToolSearch } from "../../kit/admin/ordered-tools";
import { DraggableRow, LiftedRow, type Moves, ReorderArea, useReorder } from "../../kit/admin/reorder";
import { panel } from "../../kit/admin/styles";
import { TypeBadge } from "../../kit/badge";
import { formatCount } from "../../kit/count";
import { ProductLogo } from "../../kit/tools/product-logo";
import type { SectionKind } from "./api";
import { itemsAfter, labelOf, linesOf, movedTo, placeOf, sections } from "./draft-order";

interface ToolListProps {
  items: DraftItem[];
  onChange: (items: DraftItem[]) => void;
}

/** The tools of an issue by section. They are ordered and moved to other sections by dragging, keys or a choice. */
export function ToolList({ items, onChange }: ToolListProps) {
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<Element | null>(null);
  const change = (changed: DraftItem[]) => {
    focused.current = document.activeElement;
    onChange(changed);
  };
  const lines = linesOf(items);
  const reordering = useReorder(lines, (move) => change(itemsAfter(lines, move)), placeOf);
  const { drag, preview } = reordering;
  // A browser takes the focus from an element that is moved in the document.
  useLayoutEffect(() => {
    const element = focused.current;
    focused.current = null;
    if (element instanceof HTMLElement && element.isConnected && document.activeElement === document.body)
      element.focus();
  });
  const moves: Moves = {
    ...reordering.moves,
    dragTo: (position) => reordering.moves.dragTo(belowHeading(position)),
    drop: (position) => reordering.moves.drop(belowHeading(position)),
  };
  const remove = (id: number) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-tool]") ?? [])];
    const at = rows.findIndex(({ dataset }) => dataset.tool === String(id));
    const next = rows[at + 1] ?? rows[at - 1];
    const target = next?.querySelector<HTMLElement>("[data-remove]") ?? document.getElementById("add-tool");
    target?.focus();
    onChange(items.filter(({ product }) => product.id !== id));
  };
  /** The last line that begins above this height: also below the list, to whose end the page may scroll during a drag. */
  const indexAt = (middle: number) => {
    const above = [...(list.current?.children ?? [])].filter((line) => line.getBoundingClientRect().top <= middle);
    return Math.max(0, ...above.map((line) => (line instanceof HTMLElement ? Number(line.style.order) : 0)));
  };
  return (
    <ReorderArea
      reordering={{ ...reordering, moves }}
      noun="tool"
      indexAt={indexAt}
      lifted={({ item }) =>
        item ? (
          <LiftedRow className={row}>
            <Tool product={item.product} />
          </LiftedRow>
        ) : null
      }
    >
      {/* During a drag the lines are only shown in another order, so that the handle keeps the focus. */}
      <ul ref={list} aria-label="Tools of the issue" className={`${panel} flex flex-col overflow-hidden pb-2`}>
        {lines.map((line) => {
          const order = preview.findIndex(({ id }) => id === line.id);
          const { id, name, item, count } = line;
          if (!item)
            return (
              <li
                key={id}
                style={{ order }}
                className="flex items-baseline gap-2 border-hairline px-4 pt-4 pb-1.5 not-first:border-t"
              >
                <h2 className="font-semibold text-[0.8125rem] text-muted">{name}</h2>
                <span className="text-[0.75rem] text-dim tabular-nums">
                  {count === 0 ? "No tools" : formatCount(count)}
                </span>
              </li>
            );
          return (
            <ToolRow
              key={id}
              item={item}
              order={order}
              draggedBy={drag?.id === id ? drag.by : undefined}
              moves={moves}
              moveTo={(section) => change(movedTo(items, id, section))}
              remove={() => remove(id)}
            />
          );
        })}
      </ul>
    </ReorderArea>
  );
}

/** The first line is the heading of the first section, above which there is nothing. */
const belowHeading = (position: number | undefined) => (position === undefined ? undefined : Math.max(1, position));

interface ToolRowProps extends Pick<ComponentProps<typeof DraggableRow>, "order" | "draggedBy" | "moves"> {
  item: DraftItem;
  moveTo: (section: SectionKind) => void;
  remove: () => void;
}

const row =
  "grid grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center gap-x-2 px-2 py-2 sm:gap-x-3 sm:grid-cols-[auto_auto_minmax(0,1fr)_9rem_auto]";

/** A tool of an issue, with its section. */
function ToolRow({ item: { section, product }, moveTo, remove, ...drag }: ToolRowProps) {
  const { id, name } = product;
  return (
    <DraggableRow id={id} name={name} className={row} {...drag}>
      <Tool product={product} />
      <Select
        aria-label={`Section of ${name}`}
        className="max-sm:col-span-2 max-sm:col-start-3 max-sm:row-start-2 max-sm:mt-1"
        value={section}
        options={sections.map(({ kind, label }) => [kind, label])}
        change={(kind) => moveTo(kind as SectionKind)}
      />
      <IconButton
        label={`Remove ${name}`}
        tooltip="Remove"
        Icon={IconX}
        tone="danger"
        className="max-sm:col-start-4 max-sm:row-start-1"
        data-remove=""
        onClick={remove}
      />
    </DraggableRow>
  );
}

function Tool({ product: { name, image, type, hasDeal, description } }: Pick<DraftItem, "product">) {
  return (
    <>
      <ProductLogo product={{ name, logo: image, logoColor: "" }} size="small" lazy />
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-2">
          <bdi className="min-w-0 truncate font-semibold text-[0.9375rem]">{name}</bdi>
          <span className="flex flex-none gap-2 max-sm:hidden">
            <TypeBadge type={type} />
            {hasDeal ? <span className="badge badge-deal">Deal</span> : null}
          </span>
        </p>
        <p className="truncate text-[0.8125rem] text-muted leading-5">{description}</p>
      </div>
    </>
  );
}

/** The most tools that an issue may have. */
const maxTools = 60;

interface AddToolProps {
  items: DraftItem[];
  /** Why the server refuses the tools. */
  error: string | undefined;
  add: (item: DraftItem) => void;
}

/** Searches the catalogue for a tool and adds it to a section. */
export function AddTool({ items, error, add }: AddToolProps) {
  const [section, setSection] = useState<SectionKind>("new");
  const [announcement, setAnnouncement] = useState("");
  return (
    <>
      <ToolSearch
        id="add-tool"
        label="Add a tool"
        name="items"
        error={error}
        taken={items.map(({ product }) => product.id)}
        full={items.length < maxTools ? "" : `An issue has at most ${maxTools} tools`}
        add={(tool) => {
          add({ section, product: itemProduct(tool) });
          setAnnouncement(`${tool.name} added to ${labelOf(section)}`);
        }}
        beside={
          <Select
            aria-label="Add to section"
            value={section}
            options={sections.map(({ kind, label }) => [kind, `to ${label}`])}
            change={(kind) => setSection(kind as SectionKind)}
          />
        }
      />
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  );
}

/** A tool as a draft has it. */
function itemProduct({ id, slug, name, description, logo, type, hasDeal }: ProductCard): DraftItem["product"] {
  return {
    id,
    slug,
    name,
    description,
    image: logo,
    categories: [],
    type,
    hasDeal,
    hasAffiliateLink: false,
    booking: 0,
  };
}
