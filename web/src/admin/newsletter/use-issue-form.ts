import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { faultOf, sentenceOf } from "../../api/fault";
import { type Draft, draftQuery, saveDraft, testDraft } from "../../api/newsletter-admin";
import { useUnsaved } from "../../kit/admin/unsaved";
import { errorsOf, type FieldErrors, firstInvalid } from "../../kit/form-errors";
import { toast } from "../../kit/toast";
import { inputOf, isSame, type Values, valuesOf } from "./draft-order";

/** The form of an issue: what was typed, and the calls that send it. Text typed during a save stays unsaved. */
export function useIssueForm(draft: Draft) {
  const { cadence } = draft;
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [saved, setSaved] = useState(() => valuesOf(draft));
  const [values, setValues] = useState(saved);
  const [errors, setErrors] = useState<FieldErrors>({});
  const isChanged = !isSame(values, saved);
  useUnsaved(() => isChanged);
  useEffect(() => firstInvalid(form.current, errors)?.focus(), [errors]);

  const change = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }));
  /** Shows why the server refused the issue: at the fields, if it names some. */
  const refuse = (title: string) => (error: Error) => {
    setErrors(errorsOf(faultOf(error)?.fields));
    toast({ title, description: sentenceOf(error, "Failed to connect to server"), tone: "destructive" });
  };
  const save = useMutation({
    mutationFn: (sent: Values) => saveDraft(cadence, inputOf(sent)),
    onSuccess: (answer, sent) => {
      const stored = valuesOf(answer);
      setSaved(stored);
      setValues((now) => (isSame(now, sent) ? stored : now));
      setErrors({});
      queries.setQueryData(draftQuery(cadence).queryKey, answer);
      toast({ title: "Issue saved", description: "It isn't sent yet." });
    },
    onError: refuse("Couldn't save the issue"),
  });
  const test = useMutation({
    mutationFn: () => testDraft(cadence, inputOf(values)),
    onSuccess: () => {
      setErrors({});
      toast({ title: "Test on its way", description: "We email it to the address you signed in with." });
    },
    onError: refuse("Couldn't send the test"),
  });
  return { form, values, errors, isChanged, change, refuse, save, test };
}
