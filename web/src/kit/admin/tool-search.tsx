import { useState } from "react";
import type { AdminProduct } from "../../api/admin-products";
import { Combobox } from "../combobox";
import { FieldNote, wiring } from "../field";
import { toolOptions } from "./tool-options";

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
