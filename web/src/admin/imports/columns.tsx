import type { ProductImport } from "../../api/schema.gen";
import { labelOf } from "../../kit/admin/differences";
import { Fold, Select } from "../../kit/admin/editor";
import { panel } from "../../kit/admin/styles";
import { formatCount } from "../../kit/count";

interface ColumnsProps {
  found: ProductImport;
  /** The fields that are chosen by hand, by the names of columns. */
  chosen: Record<string, string>;
  change: (chosen: Record<string, string>) => void;
  isOpen: boolean;
  disabled: boolean;
}

/** Fields that several columns may be read into. */
const shared = ["status", "publishedAt"];

const labels: Record<string, string> = { pricing: "price", createdAt: "date added", status: "whether it is published" };

const shown = (field: string) => {
  const label = labels[field] ?? labelOf(field);
  return label.charAt(0).toUpperCase() + label.slice(1);
};

/** What each column of the file is read as, as proposed or chosen. */
export function Columns({ found: { columns, fields }, chosen, change, isOpen, disabled }: ColumnsProps) {
  if (columns.length === 0) return null;
  const fieldOf = ({ name, field }: ProductImport["columns"][number]) => chosen[name] ?? field;
  const options = ["", ...fields].map((field) => [field, field ? shown(field) : "Leave out"] as const);
  const read = columns.filter((column) => fieldOf(column)).length;
  const choose = (name: string, field: string) => {
    const next = { ...chosen, [name]: field };
    if (field && !shared.includes(field))
      for (const other of columns) if (other.name !== name && fieldOf(other) === field) next[other.name] = "";
    change(next);
  };
  return (
    <section aria-label="Columns" className={`${panel} px-5 py-2`}>
      <Fold
        key={String(isOpen)}
        title={`Columns: ${formatCount(read)} read, ${formatCount(columns.length - read)} left out`}
        open={isOpen}
      >
        <p className="text-[0.8125rem] text-muted">
          This browser remembers what you choose for a heading, for your next files.
        </p>
        <ul className="mt-2 max-h-112 divide-y divide-hairline overflow-y-auto pb-1">
          {columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a file may name two columns alike, and their order stays
            <li key={index} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-2.5">
              <div className="min-w-0 flex-[1_1_14rem]">
                <p className="font-medium text-[0.875rem] wrap-anywhere">{column.name || "(no heading)"}</p>
                <p className="truncate text-[0.8125rem] text-dim">{column.samples.join(" · ") || "No values"}</p>
              </div>
              <Select
                aria-label={`Read ${column.name} as`}
                className="max-sm:w-full sm:w-60"
                value={fieldOf(column)}
                options={
                  fields.includes(fieldOf(column)) || !fieldOf(column)
                    ? options
                    : [...options, [fieldOf(column), shown(fieldOf(column))]]
                }
                disabled={disabled}
                change={(field) => choose(column.name, field)}
              />
            </li>
          ))}
        </ul>
      </Fold>
    </section>
  );
}
