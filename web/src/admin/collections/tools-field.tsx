import { IconX } from "@tabler/icons-react";
import { useState } from "react";
import { parts } from "../../admin-features";
import type { ProductCard } from "../../api/schema.gen";
import { IconButton } from "../../kit/admin/buttons";
import { FailedLine, Loading } from "../../kit/admin/list";
import { OrderedTools, ToolSearch, withOrder } from "../../kit/admin/ordered-tools";
import { panel, remark } from "../../kit/admin/styles";
import { toolsOf, useTools } from "../../kit/admin/use-tools";
import { countOf } from "../../kit/count";
import type { FieldErrors } from "../../kit/form-rules";
import { maxTools, type Values } from "./collection-values";

interface ToolsFieldProps {
  values: Values;
  /** Why the server refuses the tools, and their notes. */
  errors: FieldErrors;
  change: (part: Partial<Values>) => void;
}

/** The tools of a collection with their notes: found, ordered, removed. */
export function ToolsField({ values, errors, change }: ToolsFieldProps) {
  const { tools } = values;
  const ids = tools.map(({ id }) => id);
  const read = useTools(ids);
  const [announcement, setAnnouncement] = useState("");
  if (read.failed) return <FailedLine what="the tools" query={read.failed} />;
  if (read.isPending) return <Loading what="Loading the tools" skeleton="h-96 w-full" />;
  const shown = toolsOf(read.tools, ids);
  const inTrash = ids.length - shown.length;
  const noteOf = (id: number) => tools.find((tool) => tool.id === id)?.note ?? "";
  const setNote = (id: number, note: string) =>
    change({ tools: tools.map((tool) => (tool.id === id ? { ...tool, note } : tool)) });
  const remove = ({ id, name }: ProductCard) => {
    const next = shown[shown.findIndex((tool) => tool.id === id) + 1];
    (next ? document.getElementById(removeId(next.id)) : document.getElementById("add-tool"))?.focus();
    change({ tools: tools.filter((tool) => tool.id !== id) });
    setAnnouncement(`${name} removed`);
  };
  const reorder = (ordered: number[]) =>
    change({ tools: withOrder(ids, ordered).map((id) => ({ id, note: noteOf(id) })) });
  return (
    <>
      <ToolSearch
        id="add-tool"
        label="Add a tool"
        name="tools"
        error={errors.tools}
        taken={ids}
        full={ids.length < maxTools ? "" : `A collection has at most ${maxTools} tools`}
        add={(tool) => {
          const { id, name } = tool;
          read.know(tool);
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
                collection={values}
                tool={tool}
                field={`tools[${ids.indexOf(tool.id)}].note`}
                errors={errors}
                note={noteOf(tool.id)}
                change={(note) => setNote(tool.id, note)}
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
    </>
  );
}

const removeId = (id: number) => `remove-tool-${id}`;

interface NoteProps {
  collection: Values;
  tool: ProductCard;
  /** The name of the field that the server's errors use. */
  field: string;
  errors: FieldErrors;
  note: string;
  change: (note: string) => void;
}

function Note({ collection, tool, field, errors, note, change }: NoteProps) {
  const error = errors[field];
  return (
    <div className="pt-2 pb-1.5">
      <div className="flex items-start gap-2">
        <textarea
          name={field}
          aria-label={`Note on ${tool.name}`}
          aria-invalid={error ? true : undefined}
          className="input growing flex-1"
          rows={1}
          placeholder="Why it's here (optional)"
          value={note}
          onChange={(event) => change(event.currentTarget.value)}
        />
        {parts.drafting ? (
          <parts.drafting.ToolNote collection={collection} tool={tool} note={note} change={change} />
        ) : null}
      </div>
      {error ? (
        <p role="alert" className="mt-1 text-[0.8125rem] text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}
