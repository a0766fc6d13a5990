import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type AdminProduct, adminProductsQuery } from "../../api/admin-products";
import type { DraftItem, SectionKind } from "../../api/newsletter-admin";
import { toolOptions } from "../../kit/admin/tool-options";
import { Combobox } from "../../kit/combobox";
import { FieldNote, wiring } from "../../kit/field";
import { labelOf, sections } from "./draft-order";

/** The most tools that an issue may have. */
export const maxTools = 60;

const id = "add-tool";

interface AddToolProps {
  items: DraftItem[];
  /** Why the server refuses the tools. */
  error: string | undefined;
  add: (item: DraftItem) => void;
}

/** Searches the catalogue for a tool and adds it to a section. */
export function AddTool({ items, error, add }: AddToolProps) {
  const [section, setSection] = useState<SectionKind>("new");
  const [typed, setTyped] = useState("");
  const [announcement, setAnnouncement] = useState("");
  const [isUsed, setUsed] = useState(false);
  const { data: products, isError, refetch } = useQuery({ ...adminProductsQuery(), enabled: isUsed });
  const isFull = items.length >= maxTools;
  const options = () =>
    isFull ? [] : toolOptions(products ?? [], new Set(items.map(({ product }) => product.id)), typed);
  const choose = (option: ReturnType<typeof toolOptions>[number] | undefined) => {
    if (!option) return;
    add({ section, product: itemProduct(option.product) });
    setAnnouncement(`${option.product.name} added to ${labelOf(section)}`);
    setTyped("");
  };
  const hint = isError
    ? "Couldn't load the tools. Open this field again to retry."
    : isUsed && !products
      ? "Loading…"
      : "";
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>Add a tool</label>
      </div>
      <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <Combobox
          {...wiring(id, error, false)}
          label="Tools"
          name="items"
          placeholder={isFull ? `An issue has at most ${maxTools} tools` : "Name, category or website..."}
          readOnly={isFull}
          value={typed}
          options={options}
          choose={choose}
          onType={setTyped}
          onFocus={() => {
            setUsed(true);
            if (isError) void refetch();
          }}
        />
        <select
          aria-label="Add to section"
          className="input"
          value={section}
          onChange={(event) => setSection(event.currentTarget.value as SectionKind)}
        >
          {sections.map(({ kind, label }) => (
            <option key={kind} value={kind}>
              to {label}
            </option>
          ))}
        </select>
      </div>
      <span role="status" className="sr-only">
        {announcement}
      </span>
      <FieldNote id={id} error={error} hint={hint} />
    </div>
  );
}

/** A tool as a draft has it. */
function itemProduct({ id, slug, name, description, logo, type, hasDeal }: AdminProduct): DraftItem["product"] {
  return { id, slug, name, description, image: logo, categories: [], type, hasDeal };
}
