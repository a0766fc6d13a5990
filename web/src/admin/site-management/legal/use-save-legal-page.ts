import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { useForm } from "react-hook-form";
import { fieldMessage, sentenceOf } from "../../../api/fault";
import { type LegalType, legalPagesQuery, saveLegalPage } from "../../../api/legal-pages";
import { toast } from "../../../kit/toast";
import type { LegalValues } from "./legal-rules";

const fields = ["title", "content"] as const;

/** Saves the form of a legal page. Text that is typed during the save stays unsaved. */
export function useSaveLegalPage(type: LegalType, form: ReturnType<typeof useForm<LegalValues>>, wasSaved: boolean) {
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
    onError: (error) => {
      for (const name of fields) {
        const message = fieldMessage(error, name);
        if (message) form.setError(name, { type: "server", message }, { shouldFocus: true });
      }
      const description = sentenceOf(error, "Failed to connect to server");
      toast({ title: "Failed to save legal page", description, tone: "destructive" });
    },
  });
  return { save: mutate, isSaving: isPending, saved };
}
