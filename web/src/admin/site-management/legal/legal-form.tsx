import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { parts } from "../../../admin-features";
import { isSaved, type LegalType, legalPagesQuery, type ShownLegalPage, saveLegalPage } from "../../../api/legal-pages";
import { CardTitle, cardStyle } from "../../../kit/admin/card";
import { refused } from "../../../kit/admin/failure";
import { useUnsaved } from "../../../kit/admin/unsaved";
import { Button } from "../../../kit/button";
import { Field } from "../../../kit/field";
import { toast } from "../../../kit/toast";
import { LegalEditor } from "./legal-editor";
import { type LegalValues, legalRules } from "./legal-rules";
import { legalTypes } from "./legal-types";

interface LegalFormProps {
  type: LegalType;
  /** The page as it was loaded. */
  opened: ShownLegalPage;
}

/** The form of one legal page, with a card above it that drafts its text. */
export function LegalForm({ type, opened }: LegalFormProps) {
  const form = useForm<LegalValues>({
    defaultValues: { title: opened.title, content: opened.content },
    resolver: zodResolver(legalRules),
  });
  const { save, isSaving, saved } = useSaveLegalPage(type, form, isSaved(opened));
  const content = useWatch({ control: form.control, name: "content" });
  const { errors, isDirty } = form.formState;
  useUnsaved(() => isDirty);
  const submit = form.handleSubmit((values) => isSaving || save(values));
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  const use = (text: string) => {
    form.setValue("content", text, { shouldDirty: true, shouldValidate: true });
    form.setFocus("content");
  };
  return (
    <>
      {parts.drafting ? <parts.drafting.LegalText type={type} current={content} use={use} /> : null}
      <form
        noValidate
        aria-labelledby="legal-form-title"
        className={`${cardStyle} mt-5`}
        onSubmit={(event) => void submit(event)}
        onKeyDown={onKeyDown}
      >
        <CardTitle id="legal-form-title">{legalTypes.find((page) => page.type === type)?.name}</CardTitle>
        <Field label="Page Title" required error={errors.title?.message}>
          {(wiring) => <input {...wiring} {...form.register("title")} className="input" autoComplete="off" />}
        </Field>
        <LegalEditor form={form} builtIn={opened.content === "" ? opened.html : null} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 mt-3">
          <p role="status" className="flex-[1_1_12rem] min-h-5 text-muted text-[0.8125rem]">
            {isDirty ? "Unsaved changes" : saved ? "" : "Nothing saved yet: visitors see the built-in text."}
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

/** Saves the form of a legal page. Text that is typed during the save stays unsaved. */
function useSaveLegalPage(type: LegalType, form: ReturnType<typeof useForm<LegalValues>>, wasSaved: boolean) {
  const [saved, setSaved] = useState(wasSaved);
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (values: LegalValues) => saveLegalPage({ type, ...values }),
    onSuccess: ({ title, content }, sent) => {
      toast({ title: "Legal page saved successfully" });
      setSaved(true);
      const { title: nowTitle, content: nowContent } = form.getValues();
      const isUntouched = nowTitle.trim() === sent.title && nowContent.trim() === sent.content;
      form.reset({ title, content }, { keepValues: !isUntouched });
      void queries.invalidateQueries(legalPagesQuery());
    },
    onError: refused(form, "Failed to save legal page"),
  });
  return { save: mutate, isSaving: isPending, saved };
}
