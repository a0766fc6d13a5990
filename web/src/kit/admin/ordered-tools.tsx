import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { sentenceOf } from "../../api/fault";
import type { ProductCard } from "../../api/schema.gen";
import { TypeBadge } from "../badge";
import { Combobox, toolOptions } from "../combobox";
import { FieldNote, wiring } from "../field";
import { ProductLogo } from "../tools/product-logo";
import { moved } from "./order";
import { DraggableRow, LiftedRow, ReorderArea, useReorder } from "./reorder";
import { panelRows } from "./styles";
import { useToolSearch } from "./use-tools";

interface OrderedToolsProps {
  /** The id of the list's heading. */
  heading: string;
  tools: ProductCard[];
  reorder: (ids: number[]) => void;
  /** The button at the end of a tool's row. */
  action: (tool: ProductCard) => ReactNode;
  /** What is below a tool's name. */
  below?: (tool: ProductCard) => ReactNode;
}

/** Tools that are ordered by dragging or with keys. */
export function OrderedTools({ heading, tools, reorder, action, below }: OrderedToolsProps) {
  const list = useRef<HTMLOListElement>(null);
  const reordering = useReorder(tools, (move) => reorder(moved(tools, move).map(({ id }) => id)));
  const { drag, preview, moves } = reordering;
  const indexAt = (middle: number) => {
    const above = [...(list.current?.children ?? [])].filter((row) => row.getBoundingClientRect().top <= middle);
    return Math.max(0, above.length - 1);
  };
  return (
    <ReorderArea
      reordering={reordering}
      noun="tool"
      indexAt={indexAt}
      lifted={(product) => (
        <LiftedRow className={toolRow}>
          <ToolName product={product} />
        </LiftedRow>
      )}
    >
      {/* During a drag the rows are only shown in another order, so that the handle keeps the focus. */}
      <ol ref={list} aria-labelledby={heading} className="flex flex-col">
        {tools.map((product) => (
          <DraggableRow
            key={product.id}
            id={product.id}
            name={product.name}
            order={preview.findIndex(({ id }) => id === product.id)}
            draggedBy={drag?.id === product.id ? drag.by : undefined}
            moves={moves}
            className={`${toolRow} border-hairline border-b`}
          >
            <ToolName product={product} />
            {action(product)}
            {below ? <div className="col-span-full sm:col-start-2">{below(product)}</div> : null}
          </DraggableRow>
        ))}
      </ol>
    </ReorderArea>
  );
}

/** The layout of a row: handle or number, logo, name, buttons. */
export const toolRow =
  "ordered-tool grid grid-cols-[2.75rem_auto_minmax(0,1fr)_auto] items-center gap-x-2 py-1.5 pr-1 sm:gap-x-3";

/** A tool in a row. */
export function ToolName({ product }: { product: ProductCard }) {
  return (
    <>
      <ProductLogo product={product} size="small" lazy />
      <p className="flex min-w-0 items-center gap-2">
        <bdi className="min-w-0 truncate font-medium text-[0.9375rem]">{product.name}</bdi>
        <span className="flex flex-none gap-2 max-sm:hidden">
          <TypeBadge type={product.type} />
          {product.hasDeal ? <span className="badge badge-deal">Deal</span> : null}
        </span>
      </p>
    </>
  );
}

/** A list of rows about several tools, and such a row: their marks, its texts, its actions. On phones its texts have a line of their own. */
export const toolsRows = `${panelRows} grid grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[auto_minmax(0,1fr)_auto]`;
export const toolsRow = "col-span-full grid min-h-16 grid-cols-subgrid items-center gap-x-4 gap-y-1 px-4 py-2.5";

/** The texts of such a row. */
export const toolsRowTexts = "min-w-0 max-sm:col-span-full max-sm:row-start-2";

/** How many tools a row shows the marks of. */
export const maxMarks = 4;

/** The marks of the first of these tools. */
export function ToolMarks({ tools }: { tools: readonly ProductCard[] }) {
  return (
    <span className="tool-marks flex gap-1.25" aria-hidden="true">
      {tools.slice(0, maxMarks).map((tool) => (
        <ProductLogo key={tool.id} product={tool} size="small" lazy />
      ))}
    </span>
  );
}

interface ToolSearchProps {
  id: string;
  label: string;
  /** The name of the field that the server's errors use. */
  name?: string;
  error?: string | undefined;
  /** The tools that are not offered. */
  taken: number[];
  /** Why nothing more can be added; empty if it can. */
  full: string;
  /** Shown below the field; an error takes its place. */
  hint?: string;
  /** A field beside it. */
  beside?: ReactNode;
  add: (tool: ProductCard) => void;
}

/** Searches the catalogue for a tool to add to a list. It offers none while the site's search is asked. */
export function ToolSearch({ id, label, error, taken, full, hint, beside, add, ...props }: ToolSearchProps) {
  const [typed, setTyped] = useState("");
  const [isUsed, setUsed] = useState(false);
  /** What Enter was pressed for before it was found. */
  const [entered, setEntered] = useState("");
  const isFull = full !== "";
  const { found, isSearching, failure } = useToolSearch(typed, isUsed && !isFull);
  const options = () => {
    const isTaken = new Set(taken);
    return toolOptions(found.filter((tool) => !isTaken.has(tool.id)).slice(0, offered));
  };
  const choose = (tool: ProductCard) => {
    add(tool);
    setTyped("");
    setEntered("");
  };
  const chooseEntered = useEffectEvent(() => {
    const [first] = options();
    if (first) choose(first.tool);
    setEntered("");
  });
  const isEntered = entered !== "" && entered === typed && !isSearching;
  useEffect(() => {
    if (isEntered) chooseEntered();
  }, [isEntered]);
  const note = failure
    ? `Couldn't search the tools: ${sentenceOf(failure.error, "Failed to connect to server")}`
    : isSearching
      ? "Searching…"
      : hint;
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
      </div>
      <div className={beside ? "grid gap-2 sm:grid-cols-[minmax(0,1fr)_11rem]" : undefined}>
        <Combobox
          {...wiring(id, error, false)}
          {...props}
          label="Tools"
          placeholder={full || "Name, category or website..."}
          readOnly={isFull}
          maxLength={200}
          aria-busy={isSearching}
          value={typed}
          options={() => (isFull ? [] : options())}
          onFocus={() => {
            setUsed(true);
            if (failure) void failure.refetch();
          }}
          choose={(option) => (option ? choose(option.tool) : setEntered(typed))}
          onType={(text) => {
            setTyped(text);
            setEntered("");
          }}
        />
        {beside}
      </div>
      <FieldNote id={id} error={error} hint={note} />
    </div>
  );
}

/** How many tools a search offers. */
const offered = 20;

/** Returns the ids in the order of a part of them; those that the part lacks, as they are in the trash, come last. */
export function withOrder(ids: readonly number[], ordered: readonly number[]): number[] {
  return [...ordered, ...ids.filter((id) => !ordered.includes(id))];
}
