import { IconCheck } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { formatFilters, type ListFilters, noFilters, parseFilters } from "../../kit/admin/list-filters";
import { MenuAction, RowMenu, rowMenuItem } from "../../kit/admin/row-menu";
import { Button } from "../../kit/button";
import { Modal } from "../../kit/modal";
import { allColumns, type Column, maxViewName, type SavedView, useSavedViews } from "./list-view";

interface ViewMenuProps {
  filters: ListFilters;
  change: (part: Partial<ListFilters>) => void;
  columns: readonly Column[];
  toggleColumn: (column: Column) => void;
}

/** What is shown of the list: its columns, saved views, and what is shown as a file. */
export function ViewMenu({ filters, change, columns, toggleColumn }: ViewMenuProps) {
  const { views, save, remove } = useSavedViews();
  const [asking, setAsking] = useState<"save" | "delete">();
  const query = formatFilters(filters);
  const file = (format: string) => `/api/admin/product-export${exportQuery(filters, format)}`;
  return (
    <>
      <RowMenu label="View" isNamed>
        {views.map((view) => (
          <MenuAction key={view.name} onClick={() => change({ ...noFilters, ...parseFilters(view.query) })}>
            <span className="min-w-0 flex-1 truncate">{view.name}</span>
            {view.query === query ? <IconCheck size={16} aria-label="shown" /> : null}
          </MenuAction>
        ))}
        <MenuAction disabled={query === ""} onClick={() => setAsking("save")}>
          Save these filters…
        </MenuAction>
        {views.length > 0 ? <MenuAction onClick={() => setAsking("delete")}>Delete a view…</MenuAction> : null}
        <hr className="my-1.5 border-hairline" />
        {allColumns.map((column) => (
          <MenuAction key={column} aria-pressed={columns.includes(column)} onClick={() => toggleColumn(column)}>
            <span className="flex-1">{column}</span>
            {columns.includes(column) ? <IconCheck size={16} aria-hidden="true" /> : null}
          </MenuAction>
        ))}
        <hr className="my-1.5 border-hairline" />
        <a href={file("csv")} download className={rowMenuItem}>
          Export as CSV
        </a>
        <a href={file("jsonl")} download className={rowMenuItem}>
          Export as JSON lines
        </a>
      </RowMenu>
      {asking === "save" ? (
        <SaveView save={(name) => save({ name, query })} onClose={() => setAsking(undefined)} />
      ) : null}
      {asking === "delete" ? <DeleteView views={views} remove={remove} onClose={() => setAsking(undefined)} /> : null}
    </>
  );
}

/** The query of the export of these filters. */
function exportQuery({ missingLogo, ...filters }: ListFilters, format: string): string {
  const values = new URLSearchParams(formatFilters({ ...filters, missingLogo: false }));
  if (missingLogo) values.set("missingLogo", "true");
  values.set("format", format);
  return `?${values}`;
}

/** Asks for the name of a view. */
function SaveView({ save, onClose }: { save: (name: string) => void; onClose: () => void }) {
  const [name, setName] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    save(name.trim());
    onClose();
  };
  return (
    <Modal open title="Save these filters" description="They stand under View in this browser." onClose={onClose}>
      <form onSubmit={submit} className="mt-4">
        <label htmlFor="view-name" className="font-medium text-sm">
          Name
        </label>
        <input
          id="view-name"
          className="input mt-2"
          maxLength={maxViewName}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className="modal-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="brass" disabled={name.trim() === ""}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface DeleteViewProps {
  views: SavedView[];
  remove: (view: SavedView) => void;
  onClose: () => void;
}

/** Lists the saved views to delete. */
function DeleteView({ views, remove, onClose }: DeleteViewProps) {
  return (
    <Modal open title="Saved views" onClose={onClose}>
      <ul className="mt-4 divide-y divide-hairline">
        {views.map((view) => (
          <li key={view.name} className="flex min-h-12 items-center gap-3">
            <span className="min-w-0 flex-1 truncate">{view.name}</span>
            <Button size="small" tone="danger" aria-label={`Delete ${view.name}`} onClick={() => remove(view)}>
              Delete
            </Button>
          </li>
        ))}
      </ul>
      <div className="modal-actions">
        <Button onClick={onClose}>Done</Button>
      </div>
    </Modal>
  );
}
