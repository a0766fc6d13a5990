import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { parts } from "../../admin-features";
import type { Collection, CollectionInput } from "../../api/schema.gen";
import { go } from "../../history";
import { EditorFooter, TextField, useEditor } from "../../kit/admin/editor";
import { FailedPanel, Loading, ViewSwitch } from "../../kit/admin/list";
import { BackLink, ScreenHead } from "../../kit/admin/screen";
import { tomorrow, zone } from "../../kit/admin/status";
import { panel } from "../../kit/admin/styles";
import { TimeField } from "../../kit/admin/time-field";
import { Button, buttonStyle } from "../../kit/button";
import { Choice } from "../../kit/choice";
import { toast } from "../../kit/toast";
import { CollectionContents } from "../../public/collections/collection-contents";
import {
  collectionFieldsQuery,
  collectionPreviewQuery,
  collectionsChanged,
  createCollection,
  updateCollection,
} from "./api";
import { editAddress, inputOf, type Status, statusOf, type Values, valuesOf } from "./collection-values";
import { collectionsScreen } from "./screen";
import { ToolsField } from "./tools-field";

const views = [
  { value: "edit", label: "Edit" },
  { value: "preview", label: "Preview" },
] as const;

const words = { draft: "Draft", published: "Published", scheduled: "Scheduled" } as const;
const statuses = Object.keys(words) as Status[];

/** The editor of a collection; without one, of a new one. */
export function CollectionForm({ collection }: { collection?: Collection }) {
  const queries = useQueryClient();
  const [stored, setStored] = useState(collection);
  const [view, setView] = useState<(typeof views)[number]["value"]>("edit");
  const attempt = useRef({ content: "", key: "" });
  const { form, values, errors, isChanged, change, isSaving } = useEditor({
    opened: valuesOf(collection),
    check: ({ status, at }) => {
      setView("edit");
      const hasNoTime = status === "scheduled" && Number.isNaN(Date.parse(at));
      return hasNoTime ? { publishedAt: "Please choose a date and time" } : {};
    },
    save: (values) => {
      const body = inputOf(values, stored?.version);
      if (stored) return updateCollection(stored.id, body);
      const content = JSON.stringify(body);
      if (attempt.current.content !== content) attempt.current = { content, key: `${Date.now()}-${Math.random()}` };
      return createCollection(body, attempt.current.key);
    },
    valuesOf,
    onSaved: (answer) => {
      setStored(answer);
      queries.setQueryData(collectionFieldsQuery(answer.id).queryKey, answer);
      void collectionsChanged(queries);
      toast({ title: "Collection saved", description: savedWords[statusOf(answer)] });
      if (!stored) go(editAddress(answer.id), { replace: true });
    },
    failure: "Couldn't save the collection",
  });
  const { status } = values;
  const choose = (word: string) => {
    const next = statuses.find((one) => words[one] === word) ?? "draft";
    change({ status: next, at: next === "scheduled" ? values.at || tomorrow() : values.at });
  };
  const line = (name: "title" | "author" | "slug") => ({
    name,
    value: values[name],
    error: errors[name],
    change: (value: string) => change({ [name]: value }),
  });
  return (
    <form {...form}>
      <BackLink href={collectionsScreen.path}>All collections</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <ScreenHead title={stored ? "Edit collection" : "New collection"} />
        <ViewSwitch tabs={views} chosen={view} choose={setView} />
      </div>
      <div
        className="mt-5 grid grid-cols-1 gap-x-10 gap-y-4 min-[72rem]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] min-[72rem]:grid-rows-[auto_1fr]"
        hidden={view !== "edit"}
      >
        <TextField {...line("title")} label="Title" required />
        <div className="min-w-0 min-[72rem]:col-start-2 min-[72rem]:row-span-2 min-[72rem]:row-start-1">
          <ToolsField values={values} errors={errors} change={change} />
        </div>
        <div className="min-w-0">
          <Introduction values={values} error={errors.introduction} change={change} />
          <TextField {...line("author")} label="Author" hint="Shown as “By …”." />
          <TextField
            {...line("slug")}
            label="URL"
            hint={values.slug ? `/best/${values.slug}` : "Created from the title."}
          />
          <Choice
            legend="Status"
            name="status"
            options={Object.values(words)}
            selected={words[status]}
            hint={status === "draft" ? "Only administrators see it." : ""}
            required
            onChange={(event) => choose(event.currentTarget.value)}
          />
          {status === "scheduled" ? (
            <TimeField
              label="Publish at"
              required
              hint={`In your time zone, ${zone}.`}
              name="publishedAt"
              value={values.at}
              error={errors.publishedAt}
              change={(at) => change({ at })}
            />
          ) : null}
        </div>
      </div>
      {view === "preview" ? <CollectionPreview input={inputOf(values)} /> : null}
      <EditorFooter isChanged={isChanged} isBar>
        {stored?.status === "published" && Date.parse(stored.publishedAt) <= Date.now() ? (
          <a href={`/best/${stored.slug}`} className={buttonStyle()}>
            View page
          </a>
        ) : null}
        <Button type="submit" tone="brass" disabled={isSaving || !isChanged}>
          {isSaving ? "Saving..." : "Save"}
        </Button>
      </EditorFooter>
    </form>
  );
}

const savedWords = {
  draft: "It's a draft: visitors don't see it.",
  published: "Visitors see it now.",
  scheduled: "Visitors see it once it's published.",
};

/** The collection as it is in the form, as visitors would see it. */
function CollectionPreview({ input }: { input: CollectionInput }) {
  const preview = useQuery({ ...collectionPreviewQuery(input), placeholderData: keepPreviousData });
  if (preview.error) return <FailedPanel what="Couldn't load the preview" query={preview} />;
  return (
    <section aria-label="Preview" className={`${panel} mt-5 bg-background p-5 sm:p-8`}>
      {preview.data ? (
        <CollectionContents collection={preview.data} isPreview />
      ) : (
        <Loading what="Loading the preview" skeleton="h-96 w-full" />
      )}
    </section>
  );
}

interface IntroductionProps {
  values: Values;
  error: string | undefined;
  change: (part: Partial<Values>) => void;
}

/** The introduction of a collection, with a button that drafts it. */
function Introduction({ values, error, change }: IntroductionProps) {
  const { drafting } = parts;
  const refusal = useId();
  const set = (introduction: string) => change({ introduction });
  return (
    <>
      <TextField
        label="Introduction"
        hint="Markdown. Needed for search engines to index this page."
        action={drafting ? <drafting.Introduction collection={values} change={set} refusal={refusal} /> : null}
        error={error}
        name="introduction"
        rows={5}
        className="[field-sizing:content] min-h-30 max-h-96"
        value={values.introduction}
        change={set}
      />
      {drafting ? <drafting.Refusal id={refusal} /> : null}
    </>
  );
}
