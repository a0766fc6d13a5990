import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { useSearch } from "wouter/use-browser-location";
import { parts } from "../../../admin-features";
import { isSaved, legalPageQuery, legalPagesQuery, saveLegalPage } from "../../../api/legal-pages";
import type { ShownLegalPage } from "../../../api/schema.gen";
import { type LegalType, legalTitles, legalTypes } from "../../../api/site";
import { siteSettingsQuery } from "../../../api/site-settings";
import { CardTitle, cardStyle } from "../../../kit/admin/card";
import { dayOf } from "../../../kit/admin/days";
import { TextField, useEditor } from "../../../kit/admin/editor";
import { mistakesIn, trimmed } from "../../../kit/admin/field-rules";
import { Loaded, Loading } from "../../../kit/admin/list";
import { AdminLink } from "../../../kit/admin/screen";
import { Button } from "../../../kit/button";
import { toast } from "../../../kit/toast";
import { tabAddress } from "../tab-address";
import { LegalEditor, type LegalValues, legalRules, legalTypeAt } from "./legal-editor";

/** The legal pages, one of which is edited. The URL names it. */
export function LegalTab() {
  const type = legalTypeAt(useSearch());
  return (
    <>
      <LegalChoice chosen={type} />
      <LegalPage key={type} type={type} />
    </>
  );
}

/** The form of a page once it is loaded; it is not reloaded while the form is open. */
function LegalPage({ type }: { type: LegalType }) {
  return (
    <Loaded
      query={useQuery(legalPageQuery(type))}
      failure="Failed to fetch legal page"
      loading={<Loading what="Loading..." skeleton="h-192 rounded-xl" />}
    >
      {(opened) => <LegalForm type={type} opened={opened} />}
    </Loaded>
  );
}

/** The four legal pages, each with the origin of its text. */
function LegalChoice({ chosen }: { chosen: LegalType }) {
  const pages = useQuery(legalPagesQuery());
  return (
    <nav aria-label="Legal pages" className="grid grid-cols-2 gap-2 mb-5 xl:grid-cols-4">
      {legalTypes.map((type) => (
        <AdminLink
          key={type}
          className="flex min-h-15 flex-col justify-center rounded-xl border border-hairline px-3.5 py-2 font-[550] text-[0.875rem] text-muted leading-5 hover:border-line hover:text-text aria-[current]:border-text aria-[current]:bg-raised aria-[current]:text-text"
          href={tabAddress("legal", { page: type })}
          aria-current={type === chosen ? "page" : undefined}
        >
          {legalTitles[type]}
          <span className="text-dim text-[0.75rem] font-normal">
            {originOf(pages.data?.find((page) => page.type === type))}
          </span>
        </AdminLink>
      ))}
    </nav>
  );
}

/** Empty until it is known. A page saved without a text shows the built-in one. */
function originOf(page: { updatedAt?: string; content: string } | undefined): string {
  if (!page) return "\u00A0";
  return page.updatedAt && page.content !== "" ? `Saved ${dayOf(page.updatedAt)}` : "Built-in text";
}

interface LegalFormProps {
  type: LegalType;
  /** The page as it was loaded. */
  opened: ShownLegalPage;
}

const valuesOf = ({ title, content }: LegalValues): LegalValues => ({ title, content });

/** The form of one legal page, with a card above it that drafts its text. */
function LegalForm({ type, opened }: LegalFormProps) {
  const queries = useQueryClient();
  const [saved, setSaved] = useState(isSaved(opened));
  const { data: settings } = useQuery(siteSettingsQuery());
  const builtIn = settings?.legal.find((page) => page.type === type)?.content;
  const { form, values, errors, isChanged, isSaving, text, change } = useEditor({
    opened: valuesOf(opened),
    check: (values) => mistakesIn(values, legalRules),
    save: (values) => saveLegalPage({ type, ...trimmed(values) }),
    valuesOf,
    onSaved: () => {
      toast({ title: "Legal page saved successfully" });
      setSaved(true);
      void queries.invalidateQueries(legalPagesQuery());
    },
    failure: "Failed to save legal page",
  });
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  const use = (content: string) => {
    change({ content });
    form.ref.current?.querySelector<HTMLElement>("[name=content]")?.focus();
  };
  return (
    <>
      {parts.drafting ? <parts.drafting.LegalText type={type} current={values.content} use={use} /> : null}
      <form {...form} aria-labelledby="legal-form-title" className={`${cardStyle} mt-5`} onKeyDown={onKeyDown}>
        <CardTitle id="legal-form-title">{legalTitles[type]}</CardTitle>
        <TextField {...text("title")} label="Page Title" required />
        <LegalEditor
          values={values}
          error={errors.content}
          change={change}
          builtIn={opened.content === "" ? opened.html : null}
          start={builtIn === undefined ? undefined : () => use(builtIn)}
        />
        <div className="save-bar flex flex-wrap items-center gap-x-4 gap-y-2">
          <p role="status" className="flex-[1_1_12rem] text-muted text-[0.8125rem] max-sm:basis-full sm:min-h-5">
            {isChanged ? "Unsaved changes" : saved ? "" : "Nothing saved yet: visitors see the built-in text."}
          </p>
          <a
            href={`/${type}`}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex items-center min-h-11 mr-auto rounded text-muted text-[0.875rem] hover:text-text"
          >
            Open the page
          </a>
          <Button
            type="submit"
            tone={isChanged ? "brass" : "quiet"}
            disabled={isSaving}
            aria-keyshortcuts="Control+Enter"
          >
            {isSaving ? "Saving..." : "Save Legal Page"}
          </Button>
        </div>
      </form>
    </>
  );
}
