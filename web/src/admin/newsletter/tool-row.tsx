import { IconGripVertical, IconX } from "@tabler/icons-react";
import type { DraftItem, SectionKind } from "../../api/newsletter-admin";
import { DraggableRow } from "../../kit/admin/draggable-row";
import { IconButton, iconButtonStyle } from "../../kit/admin/icon-button";
import type { Drag, Reordering } from "../../kit/admin/use-reorder";
import { ProductLogo } from "../../kit/tools/product-logo";
import { TypeBadge } from "../../kit/tools/type-badge";
import { sections } from "./draft-order";

interface ToolRowProps extends Pick<Reordering, "pickUp" | "dragTo" | "drop" | "cancel"> {
  item: DraftItem;
  /** Its position in the shown list. */
  order: number;
  draggedBy: Drag["by"] | undefined;
  moveTo: (section: SectionKind) => void;
  remove: () => void;
}

const row =
  "grid grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center gap-x-2 px-2 py-2 sm:gap-x-3 sm:grid-cols-[auto_auto_minmax(0,1fr)_9rem_auto]";

/** A tool of an issue, with its section. */
export function ToolRow({ item: { section, product }, moveTo, remove, ...drag }: ToolRowProps) {
  const { id, name } = product;
  return (
    <DraggableRow id={id} name={name} className={row} {...drag}>
      <Tool product={product} />
      <select
        aria-label={`Section of ${name}`}
        className="input max-sm:col-span-2 max-sm:col-start-3 max-sm:row-start-2 max-sm:mt-1"
        value={section}
        onChange={(event) => moveTo(event.currentTarget.value as SectionKind)}
      >
        {sections.map(({ kind, label }) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </select>
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

/** A tool while it is dragged. */
export function LiftedTool({ product }: Pick<DraftItem, "product">) {
  return (
    <div className={`${row} lifted-row`} aria-hidden="true">
      <span className={iconButtonStyle()}>
        <IconGripVertical size={18} />
      </span>
      <Tool product={product} />
    </div>
  );
}
