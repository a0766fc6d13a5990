import { useState } from "react";
import type { AdminProduct } from "../../api/admin-products";
import { Combobox } from "../combobox";
import { FieldNote, wiring } from "../field";
import { filtered, noFilters } from "./list-filters";

interface ToolSearchProps {
  id: string;
  label: string;
  /** The name of the field that the server's errors use. */
  name?: string;
  error?: string | undefined;
  products: AdminProduct[];
  /** The tools that are not offered. */
  taken: number[];
  /** Why nothing more can be added; empty if it can. */
  full: string;
  add: (tool: AdminProduct) => void;
}

/** Searches the catalogue for a tool to add to a list. */
export function ToolSearch({ id, label, name, error, products, taken, full, add }: ToolSearchProps) {
  const [typed, setTyped] = useState("");
  const isFull = full !== "";
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
      </div>
      <Combobox
        {...wiring(id, error, false)}
        name={name}
        className="input"
        label="Tools"
        placeholder={full || "Name, category or website..."}
        readOnly={isFull}
        value={typed}
        options={() => (isFull ? [] : toolOptions(products, new Set(taken), typed))}
        choose={(option) => {
          if (!option) return;
          add(option.product);
          setTyped("");
        }}
        onType={setTyped}
      />
      {error ? <FieldNote id={id} error={error} /> : null}
    </div>
  );
}

/** How many tools a search offers. */
const offered = 20;

/** Returns the tools that match the text, without those that are taken, with different labels. */
export function toolOptions(products: AdminProduct[], taken: ReadonlySet<number>, typed: string) {
  const found = filtered(products, { ...noFilters, search: typed }).filter(({ id }) => !taken.has(id));
  const labels = new Set<string>();
  return found.slice(0, offered).map((product) => {
    const { name, slug, categories } = product;
    const label = labels.has(name) ? `${name} (${slug})` : name;
    labels.add(label);
    return { label, meaning: categories.join(", "), product };
  });
}

/** The tools with these ids, in their order. Those in the trash are left out. */
export function toolsOf(products: readonly AdminProduct[], ids: readonly number[]): AdminProduct[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns the ids in the order of a part of them; those that the part lacks, as they are in the trash, come last. */
export function withOrder(ids: readonly number[], ordered: readonly number[]): number[] {
  return [...ordered, ...ids.filter((id) => !ordered.includes(id))];
}
