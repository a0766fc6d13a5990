import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Synonym, SynonymInput } from "../../api/schema.gen";
import { TextField, useEditor } from "../../kit/admin/editor";
import { mistakesIn, required } from "../../kit/admin/field-rules";
import { Loaded, LoadingRows } from "../../kit/admin/list";
import { MayChange } from "../../kit/admin/may";
import { useCall } from "../../kit/admin/question";
import { panel } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { toast } from "../../kit/toast";
import { deleteSynonym, saveSynonym, searchesChanged, synonymsQuery } from "./api";

const none: SynonymInput = { says: "", means: "" };

const check = (values: SynonymInput) =>
  mistakesIn(values, {
    says: required(100, "Please enter what people say"),
    means: required(100, "Please enter what tools say"),
  });

const failure = "Couldn't save the synonym";

/** The editor of a new synonym, which begins with words that people say. */
export function useNewSynonym() {
  const queries = useQueryClient();
  const editor = useEditor({
    opened: none,
    check,
    save: (values) => saveSynonym(values),
    valuesOf: () => none,
    onSaved: async () => {
      toast({ title: "Synonym added", description: "Searches know it now." });
      focusOn(editor.form.ref.current, "says");
      await searchesChanged(queries);
    },
    failure,
  });
  const begin = (says: string) => {
    editor.change({ says });
    focusOn(editor.form.ref.current, "means");
  };
  return { ...editor, begin };
}

const focusOn = (form: HTMLFormElement | null, name: string) =>
  form?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();

type Editor = Pick<ReturnType<typeof useNewSynonym>, "form" | "text" | "isSaving">;

/** The columns, as wide in each row. */
const columns = "md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9.5rem]";

interface SynonymsProps {
  added: Editor;
}

/** The site's own synonyms in two columns. */
export function Synonyms({ added }: SynonymsProps) {
  const query = useQuery(synonymsQuery());
  return (
    <section aria-labelledby="synonyms" className="mt-10">
      <h2 id="synonyms" className="font-display text-2xl">
        Synonyms
      </h2>
      <p className="mt-1.5 max-w-2xl text-pretty text-muted text-sm">
        People who search for the words on the left also find tools with the words on the right. Separate several with
        commas.
      </p>
      <div className={`${panel} mt-3 overflow-hidden`}>
        <MayChange area="catalog">
          <div className="border-hairline border-b px-4 py-3">
            <SynonymFields editor={added} action="Add" doing="Adding..." />
          </div>
        </MayChange>
        <Loaded
          query={query}
          failure="Couldn't load the synonyms"
          loading={<LoadingRows what="the synonyms" className="" />}
        >
          {(synonyms) => (
            <ul className="divide-y divide-hairline empty:hidden" aria-label="Synonyms">
              {synonyms.map((synonym) => (
                <SynonymRow
                  key={synonym.id}
                  synonym={synonym}
                  focusAdded={() => focusOn(added.form.ref.current, "says")}
                />
              ))}
            </ul>
          )}
        </Loaded>
      </div>
    </section>
  );
}

interface SynonymRowProps {
  synonym: Synonym;
  /** Gives the focus to the form of a new one, when this one is gone. */
  focusAdded: () => void;
}

function SynonymRow({ synonym, focusAdded }: SynonymRowProps) {
  const { id, says, means } = synonym;
  const [isEditing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const queries = useQueryClient();
  const restore = useCall(() => saveSynonym({ says, means }), {
    done: () => ({ title: "Synonym restored" }),
    changed: () => searchesChanged(queries),
    failure: "Couldn't restore the synonym",
  });
  const remove = useCall(() => deleteSynonym(id), {
    done: () => ({
      title: "Synonym deleted",
      description: says,
      action: { label: "Undo", press: () => restore.mutate() },
    }),
    changed: async () => {
      focusAdded();
      await searchesChanged(queries);
    },
    failure: "Couldn't delete the synonym",
  });
  if (isEditing) {
    const stop = () => {
      setEditing(false);
      requestAnimationFrame(() => edit.current?.focus());
    };
    return (
      <li className="px-4 py-3">
        <SynonymForm synonym={synonym} onDone={stop} />
      </li>
    );
  }
  return (
    <li
      className={`${columns} grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2 hover:bg-raised-2 md:py-1`}
    >
      <p className="font-medium text-[0.9375rem] wrap-anywhere">{says}</p>
      <p className="text-[0.9375rem] text-muted wrap-anywhere max-md:col-start-1">
        <span className="sr-only">means </span>
        {means}
      </p>
      <div className="-mr-2.5 flex justify-end max-md:col-start-2 max-md:row-span-2 max-md:row-start-1">
        <MayChange area="catalog">
          <Button ref={edit} size="small" tone="bare" aria-label={`Edit ${says}`} onClick={() => setEditing(true)}>
            Edit
          </Button>
          <Button
            size="small"
            tone="bare"
            className="text-danger!"
            aria-label={`Delete ${says}`}
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
          >
            Delete
          </Button>
        </MayChange>
      </div>
    </li>
  );
}

/** The form that changes a synonym in its row. */
function SynonymForm({ synonym: { id, says, means }, onDone }: { synonym: Synonym; onDone: () => void }) {
  const queries = useQueryClient();
  const editor = useEditor({
    opened: { says, means },
    check,
    save: (values) => saveSynonym(values, id),
    onSaved: async () => {
      await searchesChanged(queries);
      toast({ title: "Synonym saved", description: "Searches know it now." });
      onDone();
    },
    failure,
  });
  const { ref } = editor.form;
  useEffect(() => focusOn(ref.current, "says"), [ref]);
  return <SynonymFields editor={editor} action="Save" doing="Saving..." cancel={onDone} />;
}

interface SynonymFieldsProps {
  editor: Editor;
  action: string;
  /** The label of the action while it runs. */
  doing: string;
  /** Closes the form. */
  cancel?: () => void;
}

function SynonymFields({ editor: { form, text, isSaving }, action, doing, cancel }: SynonymFieldsProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") cancel?.();
  };
  return (
    <form {...form} onKeyDown={onKeyDown} className={`${columns} grid items-start gap-x-4 gap-y-3`}>
      <TextField {...text("says")} label="People say" required placeholder="pictures from words" />
      <TextField {...text("means")} label="Tools say" required placeholder="text to image, image generator" />
      <div className="flex gap-1.5 *:max-md:flex-1 md:justify-end md:pt-8">
        <Button type="submit" size="small" tone="brass" disabled={isSaving}>
          {isSaving ? doing : action}
        </Button>
        {cancel ? (
          <Button size="small" onClick={cancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  );
}
