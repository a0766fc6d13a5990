import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { parts } from "../../../admin-features";
import { isSaved, type LegalType, legalPagesQuery, type ShownLegalPage, saveLegalPage } from "../../../api/legal-pages";
import { CardTitle, cardStyle } from "../../../kit/admin/card";
import { TextField, useEditor } from "../../../kit/admin/editor";
import { mistakesIn, trimmed } from "../../../kit/admin/field-rules";
import { Button } from "../../../kit/button";
import { toast } from "../../../kit/toast";
import { LegalEditor } from "./legal-editor";
import { type LegalValues, legalRules } from "./legal-rules";
import { legalTypes } from "./legal-types";

interface LegalFormProps {
  type: LegalType;
  /** The page as it was loaded. */
  opened: ShownLegalPage;
}

const valuesOf = ({ title, content }: LegalValues): LegalValues => ({ title, content });

/** The form of one legal page, with a card above it that drafts its text. */
export function LegalForm({ type, opened }: LegalFormProps) {
  const queries = useQueryClient();
  const [saved, setSaved] = useState(isSaved(opened));
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
        <CardTitle id="legal-form-title">{legalTypes.find((page) => page.type === type)?.name}</CardTitle>
        <TextField {...text("title")} label="Page Title" required />
        <LegalEditor
          values={values}
          error={errors.content}
          change={change}
          builtIn={opened.content === "" ? opened.html : null}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 mt-3">
          <p role="status" className="flex-[1_1_12rem] min-h-5 text-muted text-[0.8125rem]">
            {isChanged ? "Unsaved changes" : saved ? "" : "Nothing saved yet: visitors see the built-in text."}
          </p>
          <a
            href={`/${type}`}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex items-center min-h-11 rounded text-muted text-[0.875rem] hover:text-text"
          >
            Open the page
          </a>
          <Button type="submit" tone="brass" disabled={isSaving} aria-keyshortcuts="Control+Enter">
            {isSaving ? "Saving..." : "Save Legal Page"}
          </Button>
        </div>
      </form>
    </>
  );
}
