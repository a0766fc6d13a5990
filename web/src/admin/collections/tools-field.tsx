import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type AdminProduct, adminProductsQuery } from "../../api/admin-products";
import { generateToolNote } from "../../api/drafting";
import { IconButton } from "../../kit/admin/icon-button";
import { OrderedTools } from "../../kit/admin/ordered-tools";
import { FailedLine } from "../../kit/admin/state-panel";
import { panel, remark } from "../../kit/admin/styles";
import { toolsOf, withOrder } from "../../kit/admin/tool-options";
import { ToolSearch } from "../../kit/admin/tool-search";
import { countOf } from "../../kit/count";
import type { FieldErrors } from "../../kit/form";
import { Skeleton } from "../../kit/skeleton";
import { DraftButton } from "../drafting/draft-button";
import { useDrafting } from "../drafting/use-drafting";
import { maxTools, type Values } from "./collection-values";

interface ToolsFieldProps {
  values: Values;
  /** Why the server refuses the tools, and their notes. */
  errors: FieldErrors;
  change: (part: Partial<Values>) => void;
}

/** The tools of a collection with their notes: found, ordered, removed. */
export function ToolsField({ values: { title, tools }, errors, change }: ToolsFieldProps) {
  const { data: products, error, isFetching, refetch } = useQuery(adminProductsQuery());
  const [announcement, setAnnouncement] = useState("");
  const { draft, dialog } = useDrafting();
  if (error && !products)
    return <FailedLine what="the tools" error={error} isRetrying={isFetching} retry={() => void refetch()} />;
  if (!products)
    return (
      <div role="status">
        <span className="sr-only">Loading the tools</span>
        <Skeleton className="h-96 w-full" />
      </div>
    );
  const ids = tools.map(({ id }) => id);
  const shown = toolsOf(products, ids);
  const inTrash = ids.length - shown.length;
  const noteOf = (id: number) => tools.find((tool) => tool.id === id)?.note ?? "";
  const setNote = (id: number, note: string) =>
    change({ tools: tools.map((tool) => (tool.id === id ? { ...tool, note } : tool)) });
  const remove = ({ id, name }: AdminProduct) => {
    const next = shown[shown.findIndex((tool) => tool.id === id) + 1];
    (next ? document.getElementById(removeId(next.id)) : document.getElementById("add-tool"))?.focus();
    change({ tools: tools.filter((tool) => tool.id !== id) });
    setAnnouncement(`${name} removed`);
  };
  const reorder = (ordered: number[]) =>
    change({ tools: withOrder(ids, ordered).map((id) => ({ id, note: noteOf(id) })) });
  const ask = ({ id, name }: AdminProduct) => {
    const call = generateToolNote({ title: title.trim(), tool: id });
    const onReplace = (text: string) => setNote(id, text);
    const missing = title.trim() === "" ? "Please enter a title first" : "";
    draft({ title: `Draft of the note on ${name}`, call, current: noteOf(id).trim(), words, onReplace }, missing);
  };
  return (
    <div className="min-w-0">
      <ToolSearch
        id="add-tool"
        label="Add a tool"
        name="tools"
        error={errors.tools}
        products={products}
        taken={ids}
        full={ids.length < maxTools ? "" : `A collection has at most ${maxTools} tools`}
        add={({ id, name }) => {
          change({ tools: [...tools, { id, note: "" }] });
          setAnnouncement(`${name} added`);
        }}
      />
      <h2 id="collection-tools" className="mt-4 mb-2 font-semibold text-[0.8125rem] text-muted">
        {countOf(shown.length, "tool")}
      </h2>
      {shown.length > 0 ? (
        <div className={`${panel} px-2`}>
          <OrderedTools
            heading="collection-tools"
            tools={shown}
            reorder={reorder}
            action={(tool) => (
              <IconButton
                id={removeId(tool.id)}
                label={`Remove ${tool.name}`}
                tooltip="Remove"
                Icon={IconX}
                tone="danger"
                onClick={() => remove(tool)}
              />
            )}
            below={(tool) => (
              <Note
                name={tool.name}
                field={`tools[${ids.indexOf(tool.id)}].note`}
                errors={errors}
                note={noteOf(tool.id)}
                change={(note) => setNote(tool.id, note)}
                draft={() => ask(tool)}
              />
            )}
          />
        </div>
      ) : (
        <p className={`${remark} border-line border-dashed text-[0.875rem] text-muted`}>No tools yet. Add one above.</p>
      )}
      {inTrash > 0 ? (
        <p className="mt-3 text-[0.8125rem] text-muted">
          {countOf(inTrash, "tool")} in the trash: visitors see {inTrash === 1 ? "it" : "them"} again after a restore.
        </p>
      ) : null}
      <span role="status" className="sr-only">
        {announcement}
      </span>
      {dialog}
    </div>
  );
}

const removeId = (id: number) => `remove-tool-${id}`;

interface NoteProps {
  name: string;
  /** The name of the field that the server's errors use. */
  field: string;
  errors: FieldErrors;
  note: string;
  change: (note: string) => void;
  draft: () => void;
}

function Note({ name, field, errors, note, change, draft }: NoteProps) {
  const error = errors[field];
  return (
    <div className="pt-1.5 pb-2">
      <div className="flex items-start gap-2">
        <textarea
          name={field}
          aria-label={`Note on ${name}`}
          aria-invalid={error ? true : undefined}
          className="input min-h-11 flex-1"
          rows={2}
          placeholder="Why it's here (optional)"
          value={note}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <DraftButton label="Draft" name={`Draft a note on ${name}`} press={draft} />
      </div>
      {error ? (
        <p role="alert" className="mt-1 text-[0.8125rem] text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

const words = {
  done: "Note drafted",
  failed: "Couldn't draft the note",
  otherwise: "Please try again.",
  quotesServer: true,
};
