import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ChangeEvent, type ComponentProps, type FormEvent, useState } from "react";
import { type Collection, type CollectionInput, collectionPreviewQuery } from "../../api/collections-admin";
import { BackLink } from "../../kit/admin/back-link";
import { FilterTabs } from "../../kit/admin/filter-tabs";
import { ScreenHead } from "../../kit/admin/screen-head";
import { collectionsPath } from "../../kit/admin/session";
import { FailedPanel } from "../../kit/admin/state-panel";
import { panel } from "../../kit/admin/styles";
import { Button, buttonStyle } from "../../kit/button";
import { Choice } from "../../kit/choice";
import { Field } from "../../kit/field";
import { Skeleton } from "../../kit/skeleton";
import { CollectionContents } from "../../public/collections/collection-contents";
import { inputOf, localTime, type Status } from "./collection-values";
import { Introduction } from "./introduction";
import { ToolsField } from "./tools-field";
import { useCollectionForm } from "./use-collection-form";

const views = [
  { value: "edit", label: "Edit" },
  { value: "preview", label: "Preview" },
] as const;

const words = { draft: "Draft", published: "Published", scheduled: "Scheduled" } as const;
const statuses = Object.keys(words) as Status[];

/** The editor of a collection; without one, of a new one. */
export function CollectionForm({ collection }: { collection?: Collection }) {
  const { form, stored, values, errors, isChanged, change, submit, isSaving } = useCollectionForm(collection);
  const [view, setView] = useState<(typeof views)[number]["value"]>("edit");
  const { status } = values;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setView("edit");
    submit();
  };
  const choose = (word: string) => {
    const next = statuses.find((one) => words[one] === word) ?? "draft";
    change({ status: next, at: next === "scheduled" ? values.at || tomorrow() : values.at });
  };
  const line = (name: "title" | "author" | "slug") => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.currentTarget.value }),
  });
  return (
    <form ref={form} onSubmit={onSubmit} noValidate>
      <BackLink href={collectionsPath}>All collections</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <ScreenHead title={stored ? "Edit collection" : "New collection"} />
        <FilterTabs label="View" tabs={views} chosen={view} choose={setView} />
      </div>
      <div
        className="mt-5 grid gap-x-10 gap-y-2 min-[72rem]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
        hidden={view !== "edit"}
      >
        <div className="min-w-0">
          <LineField {...line("title")} label="Title" required />
          <Introduction values={values} error={errors.introduction} change={change} />
          <LineField {...line("author")} label="Author" hint="Shown as “By …”." />
          <LineField
            {...line("slug")}
            label="Address"
            hint={values.slug ? `/best/${values.slug}` : "Made from the title."}
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
            <Field label="Publish at" required hint={`In your time zone, ${zone}.`} {...mistake(errors.publishedAt)}>
              {(wiring) => (
                <input
                  {...wiring}
                  name="publishedAt"
                  type="datetime-local"
                  className="input"
                  value={values.at}
                  onChange={(event) => change({ at: event.currentTarget.value })}
                />
              )}
            </Field>
          ) : null}
        </div>
        <ToolsField values={values} errors={errors} change={change} />
      </div>
      {view === "preview" ? <CollectionPreview input={inputOf(values)} /> : null}
      <div className="mt-5 flex flex-wrap items-center gap-2 max-sm:*:flex-auto">
        <p role="status" className="mr-auto flex-[1_1_8rem] text-[0.8125rem] text-muted max-sm:basis-full sm:min-h-5">
          {isChanged ? "Unsaved changes" : ""}
        </p>
        {stored?.status === "published" && Date.parse(stored.publishedAt) <= Date.now() ? (
          <a href={`/best/${stored.slug}`} className={buttonStyle()}>
            View page
          </a>
        ) : null}
        <Button type="submit" tone="brass" disabled={isSaving || !isChanged}>
          {isSaving ? "Saving..." : "Save"}
        </Button>
      </div>
    </form>
  );
}

interface LineFieldProps extends ComponentProps<"input"> {
  label: string;
  hint?: string;
  error: string | undefined;
}

function LineField({ label, hint, error, required = false, ...input }: LineFieldProps) {
  return (
    <Field label={label} hint={hint} required={required} {...mistake(error)}>
      {(wiring) => <input {...wiring} {...input} className="input" autoComplete="off" />}
    </Field>
  );
}

const mistake = (error: string | undefined) => (error ? { error } : {});

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Tomorrow at nine. */
function tomorrow(): string {
  const day = new Date();
  day.setDate(day.getDate() + 1);
  day.setHours(9, 0);
  return localTime(day);
}

/** The collection as it is in the form, as visitors would see it. */
function CollectionPreview({ input }: { input: CollectionInput }) {
  const { data, error, refetch } = useQuery({ ...collectionPreviewQuery(input), placeholderData: keepPreviousData });
  if (error) return <FailedPanel what="Couldn't load the preview" error={error} retry={() => void refetch()} />;
  return (
    <section aria-label="Preview" className={`${panel} mt-5 bg-background p-5 sm:p-8`}>
      {data ? (
        <CollectionContents collection={data} isPreview />
      ) : (
        <div role="status">
          <span className="sr-only">Loading the preview</span>
          <Skeleton className="h-96 w-full" />
        </div>
      )}
    </section>
  );
}
