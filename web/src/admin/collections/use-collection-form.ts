import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import {
  type Collection,
  collectionFieldsQuery,
  collectionsChanged,
  createCollection,
  updateCollection,
} from "../../api/collections-admin";
import { faultOf, sentenceOf } from "../../api/fault";
import { go } from "../../history";
import { useUnsaved } from "../../kit/admin/unsaved";
import { errorsOf, type FieldErrors, firstInvalid } from "../../kit/form-errors";
import { toast } from "../../kit/toast";
import { inputOf, isSame, type Values, valuesOf } from "./collection-values";
import { editAddress } from "./edit-address";

/** The form of a collection: what was typed, and the call that saves it. Text typed during a save stays unsaved. */
export function useCollectionForm(collection: Collection | undefined) {
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [stored, setStored] = useState(collection);
  const [saved, setSaved] = useState(() => valuesOf(collection));
  const [values, setValues] = useState(saved);
  const [errors, setErrors] = useState<FieldErrors>({});
  const attempt = useRef({ content: "", key: "" });
  const isChanged = !isSame(values, saved);
  const save = useMutation({
    mutationFn: (sent: Values) => {
      const body = inputOf(sent, stored?.version);
      if (stored) return updateCollection(stored.id, body);
      const content = JSON.stringify(body);
      if (attempt.current.content !== content) attempt.current = { content, key: `${Date.now()}-${Math.random()}` };
      return createCollection(body, attempt.current.key);
    },
    onSuccess: (answer, sent) => {
      const now = valuesOf(answer);
      setStored(answer);
      setSaved(now);
      setValues((typed) => (isSame(typed, sent) ? now : typed));
      setErrors({});
      queries.setQueryData(collectionFieldsQuery(answer.id).queryKey, answer);
      void collectionsChanged(queries);
      toast({ title: "Collection saved", description: savedWords[now.status] });
      if (!stored) go(editAddress(answer.id), { replace: true });
    },
    onError: (error) => {
      setErrors(errorsOf(faultOf(error)?.fields));
      toast({
        title: "Couldn't save the collection",
        description: sentenceOf(error, "Failed to connect to server"),
        tone: "destructive",
      });
    },
  });
  useUnsaved(() => isChanged);
  useEffect(() => firstInvalid(form.current, errors)?.focus(), [errors]);

  const change = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }));
  const submit = () => {
    if (save.isPending) return;
    if (values.status === "scheduled" && Number.isNaN(Date.parse(values.at)))
      setErrors({ publishedAt: "Please choose a date and time" });
    else save.mutate(values);
  };
  return { form, stored, values, errors, isChanged, change, submit, isSaving: save.isPending };
}

const savedWords = {
  draft: "It's a draft: visitors don't see it.",
  published: "Visitors see it now.",
  scheduled: "Visitors see it from its time on.",
};
